/** Expenses as they are in the database: rows in, domain out. One chapter for each question. */
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { memberNames } from '#features/members/server/store.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, sumCents } from '#kit/money.ts';
import { type Page, type PageRequest, page } from '#kit/page.ts';
import type { Db, Tx } from '#server/db.ts';
import type { MemberBalance, Participant } from '../contract.ts';
import type { Expense } from '../expense.ts';

export type ExpenseFilter = PageRequest & { readonly eventId?: Id | undefined };

/** Shares and overrides come along as JSON: a page of expenses is one statement. */
function selectExpenses(db: Db, chapterId: Id) {
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
      jsonArrayFrom(
        expense
          .selectFrom('expense_override as o')
          .select((override) => [
            'o.id',
            'o.type',
            'o.amount_cents as amount',
            'o.label',
            sql<Id[]>`array(${override
              .selectFrom('expense_override_participant as op')
              .select('op.member_id')
              .whereRef('op.chapter_id', '=', 'o.chapter_id')
              .whereRef('op.expense_id', '=', 'o.expense_id')
              .whereRef('op.override_id', '=', 'o.id')
              .orderBy('op.member_id')})`.as('participantIds'),
          ])
          .whereRef('o.chapter_id', '=', 'e.chapter_id')
          .whereRef('o.expense_id', '=', 'e.id')
          // Ids sort by age, so that overrides keep the order they were made in.
          .orderBy('o.id'),
      ).as('overrides'),
    ])
    .where('e.chapter_id', '=', chapterId)
    .where('e.deleted_at', 'is', null);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectExpenses>['executeTakeFirstOrThrow']>>;

function toExpense(row: Row): Expense {
  const entity = {
    id: row.id,
    title: row.title,
    description: row.description,
    amount: row.amount_cents,
    expenseDate: row.expense_at,
    eventId: row.event_id,
    participants: row.shares.map((share) => share.participantId),
    category: row.category,
    paidBy: row.paid_by,
    isEvenSplit: row.is_even_split,
    isExcludedFromGroupTotals: row.is_excluded_from_group_totals,
    useWalletTransactions: row.use_wallet_transactions,
    payerReimbursementType: row.reimbursement_type,
    payerReimbursementAmount: row.reimbursement_cents,
    participantBreakdowns: row.shares,
    overrides: row.overrides,
    receiptIds: row.receipt_ids,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
  return row.settled_at !== null && row.settled_by !== null
    ? { ...entity, status: 'settled', settledAt: row.settled_at, settledBy: row.settled_by }
    : { ...entity, status: 'open', settledAt: null, settledBy: null };
}

export async function findExpense(db: Db, chapterId: Id, id: Id): Promise<Expense | undefined> {
  const row = await selectExpenses(db, chapterId).where('e.id', '=', id).executeTakeFirst();
  return row && toExpense(row);
}

/**
 * The expense, kept still until the transaction ends. The lock is a statement of its own: a read
 * that waits for a lock would see the row as it became but its shares as they were.
 */
export async function lockExpense(tx: Tx, chapterId: Id, id: Id): Promise<Expense | undefined> {
  const locked = await tx
    .selectFrom('expense')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked && findExpense(tx, chapterId, id);
}

/** A page, the newest first, and by name everybody who pays or takes part in an expense on it. */
export async function listExpenses(
  db: Db,
  chapterId: Id,
  filter: ExpenseFilter,
): Promise<{ expenses: Page<Expense>; participants: Participant[] }> {
  const { eventId } = filter;
  const count = countExpenses(db, chapterId, eventId);
  const rows = await selectExpenses(db, chapterId)
    .select(count.as('totalCount'))
    .$if(eventId !== undefined, (all) => all.where('e.event_id', '=', eventId ?? null))
    .orderBy('e.expense_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(filter.take)
    .offset(filter.skip)
    .execute();
  // A page behind the last one has no row to carry the count.
  const totalCount = rows[0]?.totalCount ?? (await count.executeTakeFirstOrThrow()).count;
  const items = rows.map(toExpense);
  const people = new Set(items.flatMap(({ participants, paidBy }) => [...participants, paidBy]));
  const names = await memberNames(
    db,
    chapterId,
    [...people].filter((person) => person !== null),
  );
  return {
    expenses: page(items, totalCount, filter),
    participants: names.map((member) => ({ id: member.id, name: member.displayName })),
  };
}

function countExpenses(db: Db, chapterId: Id, eventId: Id | undefined) {
  return db
    .selectFrom('expense')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('chapter_id', '=', chapterId)
    .where('deleted_at', 'is', null)
    .$if(eventId !== undefined, (all) => all.where('event_id', '=', eventId ?? null));
}

/** In cents, over all expenses of the chapter that count towards its totals. */
export async function totalOfExpenses(db: Db, chapterId: Id): Promise<Cents> {
  const { total } = await db
    .selectFrom('expense')
    .select(sql<Cents>`coalesce(sum(amount_cents), 0)`.as('total'))
    .where('chapter_id', '=', chapterId)
    .where('deleted_at', 'is', null)
    .where('is_excluded_from_group_totals', '=', false)
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * What `balancesOf` defines, over all open expenses of the chapter: every active member's balance,
 * those of former members that are not even, and the company's.
 */
export async function readBalances(
  db: Db,
  chapterId: Id,
): Promise<{ items: MemberBalance[]; company: Cents }> {
  const { rows } = await sql<MemberBalance>`
    with open_expense as (
      select * from expense
      where chapter_id = ${chapterId} and status = 'open' and deleted_at is null
    ), movement as (
      select paid_by as member_id,
        case reimbursement_type
          when 'Full' then amount_cents
          when 'Partial' then reimbursement_cents
          else 0
        end as amount_cents
      from open_expense
      where paid_by is not null
      union all
      select p.member_id, -p.share_cents
      from open_expense e
      join expense_participant p on p.chapter_id = e.chapter_id and p.expense_id = e.id
    ), balance as (
      select member_id, sum(amount_cents) as cents from movement group by member_id
    )
    select m.id as "participantId", m.display_name as name, coalesce(b.cents, 0) as balance
    from member m
    left join balance b on b.member_id = m.id
    where m.chapter_id = ${chapterId} and (m.status = 'active' or coalesce(b.cents, 0) <> 0)
    order by m.display_name collate "und-x-icu", m.id
  `.execute(db);
  const members = sumCents(rows.map((row) => row.balance));
  return { items: rows, company: cents(-members) };
}

export async function isEvent(db: Db, chapterId: Id, id: Id): Promise<boolean> {
  const row = await db
    .selectFrom('event')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
