/** Saves expenses. Callers must hold the expense's lock and have validated the change. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Tx } from '#server/database/db.ts';
import type { Expense, ListedExpense, OpenExpense, Override } from '../expense.ts';
import { serializeOverride } from '../revise.ts';
import { toExpenseRow, toPayerRows, toStatedColumns } from './expense-row.ts';

/** Updates the expense's row. Deleted expenses are kept, so that they can be restored. */
export async function saveExpense(
  tx: Tx,
  chapterId: Id<'chapter'>,
  expense: ListedExpense,
): Promise<void> {
  const { chapter_id, id, ...columns } = toExpenseRow(chapterId, expense);
  await tx
    .updateTable('expense')
    .set(columns)
    .where('chapter_id', '=', chapter_id)
    .where('id', '=', id)
    .execute();
}

/** Inserts an open expense with its shares, several payers and overrides. */
export async function insertExpense(
  tx: Tx,
  chapterId: Id<'chapter'>,
  expense: OpenExpense,
): Promise<void> {
  await tx.insertInto('expense').values(toExpenseRow(chapterId, expense)).execute();
  await upsertShares(tx, chapterId, expense);
  const payers = toPayerRows(chapterId, expense);
  if (payers.length > 0) await tx.insertInto('expense_payer').values(payers).execute();
  for (const override of expense.overrides) {
    await insertOverride(tx, chapterId, expense.id, override, expense.updatedAt);
  }
}

export async function saveRevision(
  tx: Tx,
  chapterId: Id<'chapter'>,
  before: OpenExpense,
  after: OpenExpense,
): Promise<void> {
  await saveExpense(tx, chapterId, after);
  const shares = (expense: Expense) => JSON.stringify(expense.participantBreakdowns);
  if (shares(before) !== shares(after)) {
    await deleteOtherShares(tx, chapterId, after);
    await upsertShares(tx, chapterId, after);
  }
  await savePayers(tx, chapterId, before, after);
  await saveOverrides(tx, chapterId, before, after);
}

/** Changed payers are deleted and inserted again; their history is in the audit log. */
async function savePayers(
  tx: Tx,
  chapterId: Id<'chapter'>,
  before: OpenExpense,
  after: OpenExpense,
): Promise<void> {
  const [old, current] = [before, after].map((each) => toPayerRows(chapterId, each));
  if (!old || !current || JSON.stringify(old) === JSON.stringify(current)) return;
  if (old.length > 0) {
    await tx
      .deleteFrom('expense_payer')
      .where('chapter_id', '=', chapterId)
      .where('expense_id', '=', after.id)
      .execute();
  }
  if (current.length > 0) await tx.insertInto('expense_payer').values(current).execute();
}

async function upsertShares(tx: Tx, chapterId: Id<'chapter'>, expense: OpenExpense): Promise<void> {
  const shares = expense.participantBreakdowns;
  await sql`
    insert into expense_participant (chapter_id, expense_id, member_id, share_cents)
    select ${chapterId}::uuid, ${expense.id}::uuid, member_id, share_cents
    from unnest(
      ${shares.map((share) => share.participantId)}::uuid[],
      ${shares.map((share) => share.amountOwed)}::bigint[]
    ) as share (member_id, share_cents)
    on conflict (chapter_id, expense_id, member_id)
      do update set share_cents = excluded.share_cents
  `.execute(tx);
}

async function deleteOtherShares(
  tx: Tx,
  chapterId: Id<'chapter'>,
  expense: OpenExpense,
): Promise<void> {
  await sql`
    delete from expense_participant
    where chapter_id = ${chapterId} and expense_id = ${expense.id}
      and member_id <> all(${expense.participants}::uuid[])
  `.execute(tx);
}

/** A changed override is deleted and inserted again; its history is in the audit log. */
async function saveOverrides(
  tx: Tx,
  chapterId: Id<'chapter'>,
  before: OpenExpense,
  after: OpenExpense,
): Promise<void> {
  const old = new Set(before.overrides.map(serializeOverride));
  const current = new Set(after.overrides.map(serializeOverride));
  const removed = before.overrides.filter((override) => !current.has(serializeOverride(override)));
  const added = after.overrides.filter((override) => !old.has(serializeOverride(override)));
  if (removed.length > 0) {
    await sql`
      delete from expense_override
      where chapter_id = ${chapterId} and expense_id = ${after.id}
        and id = any(${removed.map((override) => override.id)}::uuid[])
    `.execute(tx);
  }
  for (const override of added) {
    await insertOverride(tx, chapterId, after.id, override, after.updatedAt);
  }
}

async function insertOverride(
  tx: Tx,
  chapterId: Id<'chapter'>,
  expenseId: Id<'expense'>,
  override: Override,
  now: Instant,
): Promise<void> {
  await tx
    .insertInto('expense_override')
    .values({
      chapter_id: chapterId,
      expense_id: expenseId,
      id: override.id,
      type: override.type,
      amount_cents: override.amount,
      label: override.label,
      manual_member_id: override.type === 'manual' ? (override.participantIds[0] ?? null) : null,
      created_at: now,
      ...toStatedColumns(override),
    })
    .execute();
  await sql`
    insert into expense_override_participant (chapter_id, expense_id, override_id, member_id)
    select ${chapterId}::uuid, ${expenseId}::uuid, ${override.id}::uuid, member_id
    from unnest(${override.participantIds}::uuid[]) as member_id
  `.execute(tx);
}
