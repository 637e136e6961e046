/** Pages of expenses: narrowed, sorted, counted. */
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import { memberNames } from '#features/members/server/store.ts';
import { type Day, type Instant, instantOf } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Page, type PageRequest, page, type SortRequest } from '#kit/page.ts';
import type { Db } from '#server/db.ts';
import { matching } from '#server/matching.ts';
import type { Tables } from '#server/tables.ts';
import type { ExpenseSort, ExpenseStatus, Participant } from '../contract.ts';
import type { ListedExpense } from '../expense.ts';
import { figure } from './figures.ts';
import { selectExpenses, toListedExpense } from './store.ts';

type Filter = {
  readonly eventId?: Id | undefined;
  readonly searchTerm?: string | undefined;
  readonly paidBy?: Id | undefined;
  readonly participantId?: Id | undefined;
  readonly category?: string | undefined;
  readonly status?: ExpenseStatus | undefined;
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
};

const filters: readonly (keyof Filter)[] = [
  'eventId',
  'searchTerm',
  'paidBy',
  'participantId',
  'category',
  'status',
  'from',
  'to',
];

export type ExpenseRequest = PageRequest & SortRequest<ExpenseSort> & Filter;

type Of = { readonly chapterId: Id; readonly timeZone: string };

/** A page, the newest first unless sorted, and by name everybody of an expense on it. */
export async function listExpenses(
  db: Db,
  of: Of,
  request: ExpenseRequest,
): Promise<{ expenses: Page<ListedExpense>; participants: Participant[] }> {
  const count = countOf(db, of, request);
  const rows = await selectExpenses(db, of.chapterId)
    .innerJoin(idsOfPage(db, of, request), (join) => join.onRef('page.id', '=', 'e.id'))
    .select(count.as('totalCount'))
    .orderBy('page.place')
    .execute();
  // A page behind the last one has no row to carry the count.
  const totalCount = rows[0]?.totalCount ?? (await count.executeTakeFirstOrThrow()).amount;
  const items = rows.map(toListedExpense);
  const people = new Set(items.flatMap(({ participants, paidBy }) => [...participants, paidBy]));
  const names = await memberNames(
    db,
    of.chapterId,
    [...people].filter((person) => person !== null),
  );
  return {
    expenses: page(items, totalCount, request),
    participants: names.map((member) => ({ id: member.id, name: member.displayName })),
  };
}

/** In their order; in the usual one they come from an index, without reading an expense. */
function idsOfPage(db: Db, of: Of, request: ExpenseRequest) {
  const ids = narrowed(db, of, request)
    .select('expense.id')
    .orderBy(orderOf(request))
    .orderBy('expense.expense_at', 'desc')
    .orderBy('expense.id', 'desc')
    .offset(request.skip)
    .limit(request.take);
  return sql<{ id: Id; place: number }>`unnest(array(${ids})) with ordinality`.as<'page'>(
    sql`page (id, place)`,
  );
}

/** The counts that are kept are read; anything narrower is counted. */
function countOf(db: Db, of: Of, request: ExpenseRequest) {
  const [name, ...more] = filters.filter((filter) => request[filter] !== undefined);
  if (name === undefined) return figure(db, of.chapterId, 'count');
  if (more.length === 0 && name === 'eventId') {
    return figure(db, of.chapterId, 'event_count', request.eventId);
  }
  if (more.length === 0 && request.status === 'open') {
    return figure(db, of.chapterId, 'open_count');
  }
  return narrowed(db, of, request).select(({ fn }) => fn.countAll<number>().as('amount'));
}

const searched = ['expense.title', 'expense.description', 'expense.category'];

function narrowed(db: Db, { chapterId, timeZone }: Of, request: ExpenseRequest) {
  const { eventId, paidBy, participantId, category, status, from, to } = request;
  const words = matching(request.searchTerm, searched);
  const isDeleted = status === 'deleted';
  return db
    .selectFrom('expense')
    .where('expense.chapter_id', '=', chapterId)
    .where('expense.deleted_at', isDeleted ? 'is not' : 'is', null)
    .$if(status !== undefined && !isDeleted, (all) =>
      all.where('expense.status', '=', status === 'settled' ? 'settled' : 'open'),
    )
    .$if(eventId !== undefined, (all) => all.where('expense.event_id', '=', eventId ?? null))
    .$if(paidBy !== undefined, (all) => all.where('expense.paid_by', '=', paidBy ?? null))
    .$if(category !== undefined, (all) =>
      all.where(sql`lower(expense.category)`, '=', sql`lower(${category ?? ''})`),
    )
    .$if(from !== undefined, (all) =>
      all.where('expense.expense_at', '>=', startOf(from ?? '', timeZone)),
    )
    .$if(to !== undefined, (all) =>
      all.where('expense.expense_at', '<', startOf(dayAfter(to ?? ''), timeZone)),
    )
    .$if(participantId !== undefined, (all) =>
      all.where((row) => takesPart(row, participantId ?? '')),
    )
    .$if(words !== undefined, (all) => all.where(words ?? sql<SqlBool>`true`));
}

function startOf(day: Day, zone: string): Instant {
  return instantOf(`${day}T00:00`, zone);
}

function dayAfter(day: Day): Day {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString();
}

function takesPart(
  row: ExpressionBuilder<Tables, 'expense'>,
  memberId: Id,
): ExpressionWrapper<Tables, 'expense', SqlBool> {
  return row.exists(
    row
      .selectFrom('expense_participant as p')
      .select('p.member_id')
      .whereRef('p.chapter_id', '=', 'expense.chapter_id')
      .whereRef('p.expense_id', '=', 'expense.id')
      .where('p.member_id', '=', memberId),
  );
}

const sortKeys = {
  date: sql`expense.expense_at`,
  title: sql`expense.title collate "und-x-icu"`,
  total: sql`expense.amount_cents`,
  payer: sql`(select display_name collate "und-x-icu" from member
    where member.chapter_id = expense.chapter_id and member.id = expense.paid_by)`,
  count: sql`(select count(*) from expense_participant p
    where p.chapter_id = expense.chapter_id and p.expense_id = expense.id)`,
  status: sql`expense.status`,
};

/** Ties come newest first, whatever the direction. An even split has no payer and comes last. */
function orderOf({ sort, direction }: SortRequest<ExpenseSort>) {
  const way = direction ?? (sort === undefined ? 'desc' : 'asc');
  return sql`${sortKeys[sort ?? 'date']} ${sql.raw(way)}${sort === 'payer' ? sql` nulls last` : sql``}`;
}
