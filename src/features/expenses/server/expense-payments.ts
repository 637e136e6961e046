import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MemberCaller } from '#kit/caller.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { Expense, ExpensePayment, ListedExpense } from '../expense.ts';

type Row = ExpensePayment & { readonly expenseId: Id<'expense'> };

/** The payments for expenses that wait or count, oldest first. */
async function readPayments(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  condition: RawBuilder<SqlBool>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id as "paymentId", from_member_id as "from", to_member_id as "to", amount_cents as amount,
      status, expense_id as "expenseId"
    from payment
    where chapter_id = ${chapterId} and status in ('waiting', 'confirmed') and ${condition}
    order by created_at, id
  `.execute(db);
  return rows;
}

const toPayment = ({ paymentId, from, to, amount, status }: Row): ExpensePayment => ({
  paymentId,
  from,
  to,
  amount,
  status,
});

export async function readPaymentsFor(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  expenseId: Id<'expense'>,
): Promise<ExpensePayment[]> {
  return (await readPayments(db, chapterId, sql`expense_id = ${expenseId}`)).map(toPayment);
}

/** Adds to the expenses of a list what the reader has paid for them. */
export async function addOwnPayments<E extends ListedExpense>(
  db: Db,
  { chapterId, memberId }: Pick<MemberCaller, 'chapterId' | 'memberId'>,
  expenses: readonly E[],
): Promise<E[]> {
  const ids = expenses.map(({ id }) => id);
  const isOwn = sql<SqlBool>`expense_id = any (${ids}::uuid[]) and from_member_id = ${memberId}`;
  const byExpense = Map.groupBy(
    await readPayments(db, chapterId, isOwn),
    ({ expenseId }) => expenseId,
  );
  return expenses.map((expense) => {
    const payments = byExpense.get(expense.id)?.map(toPayment);
    return payments ? { ...expense, payments } : expense;
  });
}

/** Adds the payments for an expense that the reader may see. */
export async function addPayments<E extends Expense>(
  db: Db | Tx,
  reader: Pick<MemberCaller, 'chapterId' | 'memberId' | 'role'>,
  expense: E,
): Promise<E> {
  const all = await readPaymentsFor(db, reader.chapterId, expense.id);
  // Without payments, it does not matter who asks.
  if (all.length === 0) return expense;
  const seen = all.filter(
    ({ from, to }) => reader.role !== 'member' || [from, to].includes(reader.memberId),
  );
  return seen.length === 0 ? expense : { ...expense, payments: seen };
}
