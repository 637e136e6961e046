/** Reads and locks expenses. */
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { selectFileIds } from '#features/files/server/store.ts';
import { maySeeWalletsOf, type Reader } from '#features/wallets/read-permission.ts';
import { listSettlementTransactions } from '#features/wallets/server/store.ts';
import type { MemberCaller } from '#kit/caller.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, zeroCents } from '#kit/money.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type {
  DeletedExpense,
  Expense,
  ListedExpense,
  SettledExpense,
  StatedShare,
} from '../expense.ts';
import { addPayments } from './expense-payments.ts';
import { type ExpenseRow, toListedExpense } from './expense-row.ts';
import { addOpenCharges } from './open-charges.ts';

/** The payer first, as `arrangePayers` sorts them. Most expenses have one and skip the lookup. */
const selectSeveralPayers = sql<ExpenseRow['payers']>`
  case when e.has_several_payers then (
    select json_agg(json_build_object('memberId', y.member_id, 'amountPaid', y.amount_cents,
      'credit', y.credit_cents) order by y.member_id <> e.paid_by, abs(y.amount_cents) desc, y.member_id)
    from expense_payer y
    where y.chapter_id = e.chapter_id and y.expense_id = e.id
  ) else '[]' end`;

/** Null if nothing came back, as for most; nothing does for an open expense. */
const selectMoneyBack = sql<ExpenseRow['money_back']>`
  case e.status when 'settled' then (
    select json_agg(json_build_object('expenseId', b.id, 'amount', b.amount_cents,
      'expenseDate', b.expense_at) order by b.expense_at, b.id)
    from money_back b
    where b.chapter_id = e.chapter_id and b.expense_id = e.id
  ) end`;

/** Includes shares and overrides as JSON, so that a page of expenses is one statement. */
export function selectExpenses(db: Db, chapterId: Id<'chapter'>) {
  return db
    .selectFrom('expense as e')
    .selectAll('e')
    .select((expense) => [
      jsonArrayFrom(
        expense
          .selectFrom('expense_participant as p')
          .select(['p.member_id as participantId', 'p.share_cents as amountOwed'])
          .whereRef('p.chapter_id', '=', 'e.chapter_id')
          .whereRef('p.expense_id', '=', 'e.id')
          .orderBy('p.member_id'),
      ).as('shares'),
      selectSeveralPayers.as('payers'),
      jsonArrayFrom(
        expense
          .selectFrom('expense_override as o')
          .select((override) => [
            'o.id',
            'o.type',
            'o.amount_cents as amount',
            'o.label',
            sql<Id<'member'>[]>`array(${override
              .selectFrom('expense_override_participant as op')
              .select('op.member_id')
              .whereRef('op.chapter_id', '=', 'o.chapter_id')
              .whereRef('op.expense_id', '=', 'o.expense_id')
              .whereRef('op.override_id', '=', 'o.id')
              .orderBy('op.member_id')})`.as('participantIds'),
            sql<StatedShare | null>`case when o.stated_unit is not null then
              json_build_object('unit', o.stated_unit, 'value', o.stated_value) end`.as('stated'),
          ])
          .whereRef('o.chapter_id', '=', 'e.chapter_id')
          .whereRef('o.expense_id', '=', 'e.id')
          // Ids sort by age, so overrides are in order of creation.
          .orderBy('o.id'),
      ).as('overrides'),
      selectFileIds('expense', 'e.chapter_id', 'e.id').as('receipt_ids'),
      // Only settled expenses have corrections.
      sql<Id<'expense'> | null>`case e.status when 'settled' then ${expense
        .selectFrom('expense as c')
        .select('c.id')
        .whereRef('c.chapter_id', '=', 'e.chapter_id')
        .whereRef('c.corrects_id', '=', 'e.id')} end`.as('corrected_by_id'),
      sql<Id<'expense'> | null>`case e.status when 'settled' then ${expense
        .selectFrom('expense as c')
        .select('c.id')
        .whereRef('c.chapter_id', '=', 'e.chapter_id')
        .whereRef('c.replaces_id', '=', 'e.id')} end`.as('replaced_by_id'),
      selectMoneyBack.as('money_back'),
    ])
    .where('e.chapter_id', '=', chapterId);
}

async function findListed(
  db: Db,
  chapterId: Id<'chapter'>,
  id: Id<'expense'>,
): Promise<ListedExpense | undefined> {
  const row = await selectExpenses(db, chapterId).where('e.id', '=', id).executeTakeFirst();
  return row && toListedExpense(row);
}

/** Undefined if it never existed. */
export async function readStatus(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  id: Id<'expense'>,
): Promise<ListedExpense['status'] | undefined> {
  const found = await db
    .selectFrom('expense')
    .select(['status', 'deleted_at'])
    .where('chapter_id', '=', chapterId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.deleted_at ? 'deleted' : found?.status;
}

type ChapterReader = Reader & Pick<MemberCaller, 'chapterId' | 'role'>;

/** An expense that is not deleted; if settled, with the transactions of its settlement that the reader may see. */
export async function findExpense(
  db: Db,
  reader: ChapterReader,
  id: Id<'expense'>,
): Promise<Expense | undefined> {
  const expense = await findListed(db, reader.chapterId, id);
  if (!expense || expense.status === 'deleted') return undefined;
  const whole = expense.status === 'settled' ? await addTransactions(db, reader, expense) : expense;
  return addPayments(db, reader, whole);
}

export async function addTransactions(
  db: Db,
  reader: ChapterReader,
  settled: SettledExpense,
): Promise<SettledExpense> {
  const [expense = settled] = await addOpenCharges(db, reader, [settled]);
  const settlementTransactions = expense.useWalletTransactions
    ? (await listSettlementTransactions(db, reader.chapterId, expense.id)).filter(({ memberId }) =>
        maySeeWalletsOf(reader, memberId),
      )
    : [];
  return { ...expense, settlementTransactions };
}

/**
 * Locks the expense until the transaction ends. The lock is a separate statement, because a read that
 * waits for a lock sees the new row but the old shares.
 */
async function lockListed(
  tx: Tx,
  chapterId: Id<'chapter'>,
  id: Id<'expense'>,
): Promise<ListedExpense | undefined> {
  const locked = await tx
    .selectFrom('expense')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked && findListed(tx, chapterId, id);
}

export async function lockExpense(
  tx: Tx,
  chapterId: Id<'chapter'>,
  id: Id<'expense'>,
): Promise<Expense | undefined> {
  const expense = await lockListed(tx, chapterId, id);
  return expense?.status === 'deleted' ? undefined : expense;
}

export async function lockDeletedExpense(
  tx: Tx,
  chapterId: Id<'chapter'>,
  id: Id<'expense'>,
): Promise<DeletedExpense | undefined> {
  const expense = await lockListed(tx, chapterId, id);
  return expense?.status === 'deleted' ? expense : undefined;
}

/** Reads a figure that every write of an expense updates (migrations/0108). */
export async function countExpensesOfEvent(
  db: Db,
  chapterId: Id<'chapter'>,
  eventId: Id<'event'>,
): Promise<number> {
  const found = await db
    .selectFrom('expense_figure_now')
    .select('amount')
    .where('chapter_id', '=', chapterId)
    .where('kind', '=', 'event_count')
    .where('subject_id', '=', eventId)
    .executeTakeFirst();
  return found?.amount ?? 0;
}

/** As the view `member_standing` defines it. */
export async function readStanding(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
): Promise<Cents> {
  const { rows } = await sql<{ standing: Cents }>`
    select standing_cents as standing from member_standing
    where chapter_id = ${chapterId} and member_id = ${memberId}`.execute(db);
  return rows[0]?.standing ?? zeroCents;
}
