import { sql } from 'kysely';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import type { Db } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import { postJournal } from '../store.ts';

/** Inserts an open expense of one dollar to settle. */
export async function addExpense(
  db: Db,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
): Promise<Id<'expense'>> {
  const id = newId<'expense'>();
  const now = toInstant(Temporal.Now.instant());
  // In one transaction, as the app does: concurrent tests check for differences.
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('expense')
      .values({
        chapter_id: chapterId,
        id,
        title: 'Dinner',
        amount_cents: cents(100),
        expense_at: now,
        paid_by: memberId,
        is_even_split: false,
        is_excluded_from_group_totals: false,
        use_wallet_transactions: true,
        reimbursement_type: 'Full',
        participant_count: 1,
        created_by: memberId,
        created_at: now,
        updated_at: now,
      })
      .execute();
    await tx
      .insertInto('expense_participant')
      .values({
        chapter_id: chapterId,
        expense_id: id,
        member_id: memberId,
        share_cents: cents(100),
      })
      .execute();
  });
  return id;
}

/**
 * Settles an expense with these movements. Does not retry, and has timeouts so long that only a
 * deadlock makes it fail.
 */
export async function settle(
  db: Db,
  chapterId: Id<'chapter'>,
  expense: { id: Id<'expense'>; actorId: Id<'member'> },
  legs: readonly (readonly [memberId: Id<'member'>, amountCents: number])[],
): Promise<void> {
  const now = toInstant(Temporal.Now.instant());
  const settlement = {
    kind: 'settle',
    subjectId: expense.id,
    source: { origin: 'settlement', expenseId: expense.id },
    actorId: expense.actorId,
    effectiveAt: now,
    legs: legs.map(([memberId, amount]) => ({
      memberId,
      amountCents: cents(amount),
      description: 'Dinner (share)',
    })),
  };
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '60s'`.execute(tx);
    await sql`set local statement_timeout = '60s'`.execute(tx);
    const posted = await postJournal(tx, chapterId, settlement, now, newId);
    if (!posted.ok) throw new Error(posted.refusal.code);
    await tx
      .updateTable('expense')
      .set({ status: 'settled', settled_at: now, settled_by: expense.actorId, updated_at: now })
      .where('chapter_id', '=', chapterId)
      .where('id', '=', expense.id)
      .execute();
  });
}
