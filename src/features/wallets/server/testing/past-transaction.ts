/** Transactions on past days, which the API cannot create but an import could. */
import { sql } from 'kysely';
import type { TestPerson } from '#app/testing/hub.ts';
import { type LocalDateTime, localToInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';

/** Posts `amount` cents to the wallet at a local time and inserts the visible transaction. */
export async function addPastTransaction(
  db: Db,
  { chapterId, memberId }: TestPerson,
  { walletId, local, amount }: { walletId: Id<'wallet'>; local: LocalDateTime; amount: number },
): Promise<Id<'transaction'>> {
  const at = localToInstant(local, 'America/Los_Angeles');
  const id = newId<'transaction'>();
  const journalId = newId();
  await sql`
    insert into wallet_transaction (chapter_id, id, wallet_id, journal_id, leg, user_id,
      amount_cents, description, occurred_at, origin, created_at, updated_at, updated_by)
    select ${chapterId}::uuid, ${id}::uuid, ${walletId}::uuid, ${journalId}::uuid, 1,
      ${memberId}::uuid, ${amount}::bigint, ${local}, ${at}::timestamptz, 'manual',
      ${at}::timestamptz, ${at}::timestamptz, ${memberId}::uuid
    from ledger_post(${chapterId}, ${journalId}, ${memberId}, ${walletId}, ${amount}, ${at}, ${at})
  `.execute(db);
  return id;
}
