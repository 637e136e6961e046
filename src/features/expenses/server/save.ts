/** Expenses into the database. Callers hold the expense's lock and have decided what is right. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Tx } from '#server/database/db.ts';
import type {
  DeletedExpense,
  Expense,
  ExpenseFields,
  OpenExpense,
  Override,
  SettledExpense,
} from '../expense.ts';
import { overrideText } from '../revise.ts';

function columnsOf(fields: ExpenseFields) {
  return {
    title: fields.title,
    description: fields.description,
    amount_cents: fields.amount,
    expense_at: fields.expenseDate,
    event_id: fields.eventId,
    category: fields.category,
    paid_by: fields.paidBy,
    is_even_split: fields.isEvenSplit,
    is_excluded_from_group_totals: fields.isExcludedFromGroupTotals,
    use_wallet_transactions: fields.useWalletTransactions,
    reimbursement_type: fields.payerReimbursementType,
    reimbursement_cents: fields.payerReimbursementAmount,
  };
}

export async function saveRevision(
  tx: Tx,
  chapterId: Id,
  before: OpenExpense,
  after: OpenExpense,
): Promise<void> {
  await tx
    .updateTable('expense')
    .set({ ...columnsOf(after), updated_at: after.updatedAt, version: after.version })
    .where('chapter_id', '=', chapterId)
    .where('id', '=', after.id)
    .execute();
  const shares = (expense: Expense) => JSON.stringify(expense.participantBreakdowns);
  if (shares(before) !== shares(after)) {
    await deleteSharesOfOthers(tx, chapterId, after);
    await upsertShares(tx, chapterId, after);
  }
  await saveOverrides(tx, chapterId, before, after);
}

async function upsertShares(tx: Tx, chapterId: Id, expense: OpenExpense): Promise<void> {
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

async function deleteSharesOfOthers(tx: Tx, chapterId: Id, expense: OpenExpense): Promise<void> {
  await sql`
    delete from expense_participant
    where chapter_id = ${chapterId} and expense_id = ${expense.id}
      and member_id <> all(${expense.participants}::uuid[])
  `.execute(tx);
}

/** A changed override is written anew: it has no history of its own, the audit has it. */
async function saveOverrides(
  tx: Tx,
  chapterId: Id,
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
  chapterId: Id,
  expenseId: Id,
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

export async function saveSettled(tx: Tx, chapterId: Id, expense: SettledExpense): Promise<void> {
  await tx
    .updateTable('expense')
    .set({
      status: 'settled',
      settled_at: expense.settledAt,
      settled_by: expense.settledBy,
      updated_at: expense.updatedAt,
      version: expense.version,
    })
    .where('chapter_id', '=', chapterId)
    .where('id', '=', expense.id)
    .execute();
}

/** The row stays, invisible, so that it can be told who deleted what. */
export async function saveDeleted(tx: Tx, chapterId: Id, expense: DeletedExpense): Promise<void> {
  await saveFate(tx, chapterId, expense, expense.deletedAt);
}

export async function saveRestored(tx: Tx, chapterId: Id, expense: OpenExpense): Promise<void> {
  await saveFate(tx, chapterId, expense, null);
}

async function saveFate(
  tx: Tx,
  chapterId: Id,
  { id, updatedAt, version }: OpenExpense | DeletedExpense,
  deletedAt: Instant | null,
): Promise<void> {
  await tx
    .updateTable('expense')
    .set({ deleted_at: deletedAt, updated_at: updatedAt, version })
    .where('chapter_id', '=', chapterId)
    .where('id', '=', id)
    .execute();
}
