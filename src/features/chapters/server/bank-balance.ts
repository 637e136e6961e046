/** Reading and setting the chapter's bank balance. */
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result } from '#kit/result.ts';
import { auditWork } from '#server/audit/audit.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { Context } from '#server/http/serve.ts';
import type { bankBalanceCalls, SavedBankBalance } from '../bank-balance-contract.ts';

export async function findBankBalance(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  lock?: 'lock',
): Promise<SavedBankBalance | undefined> {
  let found = db
    .selectFrom('chapter')
    .select([
      'bank_balance_cents as bankBalance',
      'bank_balance_at as enteredAt',
      'bank_balance_version as version',
    ])
    .where('id', '=', chapterId);
  // Does not block writes to other tables, whose foreign keys refer to this row.
  if (lock) found = found.forNoKeyUpdate();
  return found.executeTakeFirst();
}

export async function changeBankBalance({
  tx,
  caller,
  body: { bankBalance },
  ifMatch,
  now,
  newId,
}: Context<typeof bankBalanceCalls.change>): Promise<Result<SavedBankBalance>> {
  const { chapterId } = caller;
  const before = await findBankBalance(tx, chapterId, 'lock');
  if (!before) return notFound('Chapter');
  const stale = checkVersion(before, ifMatch, 'the bank balance');
  if (stale) return stale;
  const enteredAt = bankBalance === null ? null : now;
  const after = { bankBalance, enteredAt, version: before.version + 1 };
  await tx
    .updateTable('chapter')
    .set({
      bank_balance_cents: bankBalance,
      bank_balance_at: enteredAt,
      bank_balance_version: after.version,
    })
    .where('id', '=', chapterId)
    .execute();
  await auditWork(
    { tx, caller, now, newId },
    {
      action: 'chapter.bank-balance',
      kind: 'chapter',
      id: chapterId,
      before: { bankBalance: before.bankBalance },
      after: { bankBalance },
    },
  );
  return ok(after);
}
