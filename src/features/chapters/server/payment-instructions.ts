/** Reading and changing how the chapter is paid, always as a whole. */
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result } from '#kit/result.ts';
import { auditWork } from '#server/audit/audit.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { Context } from '#server/http/serve.ts';
import type { BankAccount } from '../bank-account.ts';
import type { instructionCalls, SavedInstructions } from '../payment-instructions-contract.ts';

export async function findInstructions(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  lock?: 'lock',
): Promise<SavedInstructions | undefined> {
  let found = db
    .selectFrom('chapter')
    .select([
      'how_to_pay as howToPay',
      'payment_link as paymentLink',
      'bank_holder as holder',
      'bank_name as bankName',
      'bank_iban as iban',
      'bank_routing_number as routingNumber',
      'bank_account_number as accountNumber',
      'payment_version as version',
    ])
    .where('id', '=', chapterId);
  // Does not block writes to other tables, whose foreign keys refer to this row.
  if (lock) found = found.forNoKeyUpdate();
  const row = await found.executeTakeFirst();
  if (!row) return undefined;
  const { howToPay, paymentLink, version, ...columns } = row;
  return { howToPay, paymentLink, bankAccount: toBankAccount(columns), version };
}

/** Null for what is not given; the database refuses any other combination. */
type BankColumns = {
  holder: string | null;
  bankName: string | null;
  iban: string | null;
  routingNumber: string | null;
  accountNumber: string | null;
};

function toBankAccount(columns: BankColumns): BankAccount | null {
  const { holder, bankName, iban, routingNumber, accountNumber } = columns;
  if (holder === null || bankName === null) return null;
  if (iban !== null) return { type: 'iban', holder, bankName, iban };
  if (routingNumber === null || accountNumber === null) return null;
  return { type: 'us', holder, bankName, routingNumber, accountNumber };
}

export async function changeInstructions({
  tx,
  caller,
  body,
  ifMatch,
  now,
  newId,
}: Context<typeof instructionCalls.change>): Promise<Result<SavedInstructions>> {
  const { chapterId } = caller;
  const before = await findInstructions(tx, chapterId, 'lock');
  if (!before) return notFound('Chapter');
  const stale = checkVersion(before, ifMatch, 'how the chapter is paid');
  if (stale) return stale;
  const after = { ...body, version: before.version + 1 };
  await saveInstructions(tx, chapterId, after);
  await auditWork(
    { tx, caller, now, newId },
    { action: 'chapter.payment-instructions', kind: 'chapter', id: chapterId, before, after },
  );
  return ok(after);
}

async function saveInstructions(
  tx: Tx,
  chapterId: Id<'chapter'>,
  { howToPay, paymentLink, bankAccount, version }: SavedInstructions,
): Promise<void> {
  const isUs = bankAccount?.type === 'us';
  await tx
    .updateTable('chapter')
    .set({
      how_to_pay: howToPay,
      payment_link: paymentLink,
      bank_holder: bankAccount?.holder ?? null,
      bank_name: bankAccount?.bankName ?? null,
      bank_iban: bankAccount?.type === 'iban' ? bankAccount.iban : null,
      bank_routing_number: isUs ? bankAccount.routingNumber : null,
      bank_account_number: isUs ? bankAccount.accountNumber : null,
      payment_version: version,
    })
    .where('id', '=', chapterId)
    .execute();
}
