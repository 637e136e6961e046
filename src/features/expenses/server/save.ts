/** Expenses into the database. Callers hold the expense's lock and have decided what is right. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Tx } from '#server/database/db.ts';
import type { Expense, ListedExpense, OpenExpense, Override } from '../expense.ts';
import { overrideText } from '../revise.ts';
import { toExpenseRow } from './expense-row.ts';

/** The expense's own row, whole. One that is deleted stays, so that it can be told who deleted what. */
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

/** The expense with its shares and overrides. */
export async function saveRevision(
  tx: Tx,
  chapterId: Id<'chapter'>,
  before: OpenExpense,
  after: OpenExpense,
): Promise<void> {
  await saveExpense(tx, chapterId, after);
  const shares = (expense: Expense) => JSON.stringify(expense.participantBreakdowns);
  if (shares(before) !== shares(after)) {
    await deleteSharesOfOthers(tx, chapterId, after);
    await upsertShares(tx, chapterId, after);
  }
  await saveOverrides(tx, chapterId, before, after);
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

async function deleteSharesOfOthers(
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

/** A changed override is written anew: it has no history of its own, the audit has it. */
async function saveOverrides(
  tx: Tx,
  chapterId: Id<'chapter'>,
  before: OpenExpense,
  after: OpenExpense,
): Promise<void> {
  const old = new Set(before.overrides.map(overrideText));
  const current = new Set(after.overrides.map(overrideText));
  const gone = before.overrides.filter((override) => !current.has(overrideText(override)));
  const added = after.overrides.filter((override) => !old.has(overrideText(override)));
  if (gone.length > 0) {
    await sql`
      delete from expense_override
      where chapter_id = ${chapterId} and expense_id = ${after.id}
        and id = any(${gone.map((override) => override.id)}::uuid[])
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
    })
    .execute();
  await sql`
    insert into expense_override_participant (chapter_id, expense_id, override_id, member_id)
    select ${chapterId}::uuid, ${expenseId}::uuid, ${override.id}::uuid, member_id
    from unnest(${override.participantIds}::uuid[]) as member_id
  `.execute(tx);
}
