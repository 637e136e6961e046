/** Pages of expenses: narrowed, sorted, counted. */
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import { memberNames } from '#features/members/server/store.ts';
import { addDays } from '#kit/calendar/month.ts';
import type { ChapterScope } from '#kit/caller.ts';
import { type Day, startOfDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Page, type PageRequest, page, type SortRequest } from '#kit/page.ts';
import type { Db } from '#server/database/db.ts';
import { matching } from '#server/database/matching.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Participant } from '../contract.ts';
import type { ListedExpense } from '../expense.ts';
import type { ExpenseSort, ExpenseStatus, ListSort } from '../listing.ts';
import { toListedExpense } from './expense-row.ts';
import { countWith, figure } from './figures.ts';
import { selectExpenses } from './store.ts';

type Filter = {
  readonly eventId?: Id<'event'> | undefined;
  readonly searchTerm?: string | undefined;
  readonly paidBy?: Id<'member'> | undefined;
  readonly participantId?: Id<'member'> | undefined;
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

export type ExpenseRequest = PageRequest &
  SortRequest<ListSort> &
  Filter & {
    /** By whose shares `member` sorts. */
    readonly memberId?: Id<'member'> | undefined;
  };

/** A page, the newest first unless sorted, and by name everybody of an expense on it. */
export async function listExpenses(
  db: Db,
  scope: ChapterScope,
  request: ExpenseRequest,
): Promise<{ expenses: Page<ListedExpense>; participants: Participant[] }> {
  const count = countOf(db, scope, request);
  const rows = await selectExpenses(db, scope.chapterId)
    .innerJoin(idsOfPage(db, scope, request), (join) => join.onRef('page.id', '=', 'e.id'))
    .select(count.as('totalCount'))
    .orderBy('page.place')
    .execute();
  // A page behind the last one has no row to carry the count.
  const totalCount = rows[0]?.totalCount ?? (await count.executeTakeFirstOrThrow()).amount;
  const items = rows.map(toListedExpense);
  const people = new Set(items.flatMap(({ participants, paidBy }) => [...participants, paidBy]));
  const names = await memberNames(
    db,
    scope.chapterId,
    [...people].filter((person) => person !== null),
  );
  return {
    expenses: page(items, totalCount, request),
    participants: names.map((member) => ({ id: member.id, name: member.displayName })),
  };
}

/** In their order; in the usual one they come from an index, without reading an expense. */
function idsOfPage(db: Db, scope: ChapterScope, request: ExpenseRequest) {
  const { sort, memberId } = request;
  const ids =
    sort === 'member'
      ? idsByShare(db, scope, request, requireMember(memberId))
      : idsInOrder(db, scope, { ...request, sort });
  return sql<{
    id: Id<'expense'>;
    place: number;
  }>`unnest(array(${ids})) with ordinality`.as<'page'>(sql`page (id, place)`);
}

/** What an expense's own row does not tell is joined as a whole, not looked up for each. */
function idsInOrder(
  db: Db,
  scope: ChapterScope,
  request: PageRequest & SortRequest<ExpenseSort> & Filter,
) {
  const { sort = 'date', skip, take } = request;
  const joined = {
    payer: sql`left join member payer
      on payer.chapter_id = ${scope.chapterId} and payer.id = expense.paid_by`,
    count: sql`left join (
        select expense_id, count(*) as people from expense_participant
        where chapter_id = ${scope.chapterId}
        group by expense_id
      ) sharing on sharing.expense_id = expense.id`,
  };
  return sql`
    select expense.id
    from (${narrowed(db, scope, request).selectAll('expense')}) expense
    ${sort === 'payer' || sort === 'count' ? joined[sort] : sql``}
    order by ${orderOf(request)}, expense.expense_at desc, expense.id desc
    offset ${skip} limit ${take}
  `;
}

/**
 * As a participant's column shows it: what they owe, then what they paid, then what they have no
 * part in. Of each no more is looked for than the page can show, and that only where what comes
 * before it does not fill the page. It grows with the member's expenses, not with everybody's.
 */
/** The contract refuses a sort by shares that does not say whose. */
function requireMember(memberId: Id<'member'> | undefined): Id<'member'> {
  if (memberId === undefined) throw new Error('a sort by shares says whose');
  return memberId;
}

function idsByShare(db: Db, scope: ChapterScope, request: ExpenseRequest, memberId: Id<'member'>) {
  const way = sql.raw(request.direction ?? 'asc');
  const upTo = request.skip + request.take;
  const isPayer = sql<SqlBool>`expense.paid_by is not distinct from ${memberId}`;
  const newest = sql`expense.expense_at desc, expense.id desc`;
  const all = narrowed(db, scope, request).select(['expense.expense_at', 'expense.id']);
  // All of one member's shares are put in order, from an index alone; expenses are looked up in that
  // order until there are enough.
  const shares = db
    .selectFrom('expense_participant')
    .select(['expense_id', 'share_cents'])
    .where('chapter_id', '=', scope.chapterId)
    .where('member_id', '=', memberId)
    .orderBy(sql`share_cents ${way}`)
    .offset(0);
  const owed = all
    .innerJoin(shares.as('p'), 'p.expense_id', 'expense.id')
    .where(({ not }) => not(isPayer))
    .select('p.share_cents')
    .orderBy(sql`p.share_cents ${way}`)
    .orderBy(newest)
    .limit(upTo);
  const paid = all.where(isPayer).orderBy(newest);
  const others = all
    .where(({ not }) => not(isPayer))
    .where((row) => row.not(takesPart(row, memberId)))
    .orderBy(newest);
  return sql`
    with owed as materialized (${owed}),
    paid as materialized (
      ${paid} limit (select greatest(${upTo} - count(*), 0) from owed)
    ),
    others as materialized (
      ${others}
      limit greatest(${upTo} - (select count(*) from owed) - (select count(*) from paid), 0)
    )
    select id from (
      select 1 as place, share_cents, expense_at, id from owed
      union all select 2, null, expense_at, id from paid
      union all select 3, null, expense_at, id from others
    ) found
    order by place, share_cents ${way}, expense_at desc, id desc
    offset ${request.skip} limit ${request.take}
  `;
}

/** The counts that are kept are read; anything narrower is counted. */
function countOf(db: Db, scope: ChapterScope, request: ExpenseRequest) {
  const [name, ...more] = filters.filter((filter) => request[filter] !== undefined);
  if (name === undefined) return figure(db, scope.chapterId, 'count');
  if (more.length === 0 && name === 'eventId') {
    return figure(db, scope.chapterId, 'event_count', request.eventId);
  }
  if (more.length === 0 && (request.status === 'open' || request.status === 'settled')) {
    return countWith(db, scope.chapterId, request.status);
  }
  return narrowed(db, scope, request).select(({ fn }) => fn.countAll<number>().as('amount'));
}

const searched = ['expense.title', 'expense.description', 'expense.category'];

function narrowed(db: Db, { chapterId, timeZone }: ChapterScope, request: ExpenseRequest) {
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
    .where((row) =>
      row.and([
        ...(from === undefined
          ? []
          : [row('expense.expense_at', '>=', startOfDay(from, timeZone))]),
        ...(to === undefined
          ? []
          : [row('expense.expense_at', '<', startOfDay(addDays(to, 1), timeZone))]),
        ...(participantId === undefined ? [] : [takesPart(row, participantId)]),
      ]),
    )
    .$if(words !== undefined, (all) => all.where(words ?? sql<SqlBool>`true`));
}

function takesPart(
  row: ExpressionBuilder<Tables, 'expense'>,
  memberId: Id<'member'>,
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
  payer: sql`payer.display_name collate "und-x-icu"`,
  count: sql`sharing.people`,
  status: sql`expense.status`,
};

/** Ties come newest first, whatever the direction. An even split has no payer and comes last. */
function orderOf({ sort, direction }: SortRequest<ExpenseSort>) {
  const way = direction ?? (sort === undefined ? 'desc' : 'asc');
  return sql`${sortKeys[sort ?? 'date']} ${sql.raw(way)}${sort === 'payer' ? sql` nulls last` : sql``}`;
}
