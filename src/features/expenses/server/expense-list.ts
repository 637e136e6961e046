import {
  type ExpressionBuilder,
  type ExpressionWrapper,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { listEventTitles } from '#features/events/server/store.ts';
import { hasFiles } from '#features/files/server/store.ts';
import { listMemberNames } from '#features/members/server/store.ts';
import type { Reader } from '#features/wallets/read-permission.ts';
import { addDays } from '#kit/calendar/month.ts';
import type { ChapterScope } from '#kit/caller.ts';
import { type Day, startOfDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, maxTotalCents, readShownAmounts } from '#kit/money.ts';
import { type Page, type PageRequest, page, type SortRequest } from '#kit/page.ts';
import type { Db } from '#server/database/db.ts';
import type { Tables } from '#server/database/tables.ts';
import { matching } from '#server/database/text-search.ts';
import { mapInTurns } from '#server/turns.ts';
import type { ListedExpense } from '../expense.ts';
import {
  type CorrectionFilter,
  type ExpenseSort,
  type ExpenseStatus,
  type ListSort,
  mostNamed,
  mostWhole,
  type ReceiptFilter,
  type ShareFilter,
} from '../listing/listing.ts';
import type { LinkedEvent, Participant } from '../listing/listing-contract.ts';
import { listPayerIds } from '../payers.ts';
import { addOwnPayments } from './expense-payments.ts';
import { toListedExpense } from './expense-row.ts';
import { selectCountAndAmount } from './figures.ts';
import { addOpenCharges } from './open-charges.ts';
import { selectExpenses } from './store.ts';

type Filter = {
  readonly eventId?: Id<'event'> | undefined;
  readonly searchTerm?: string | undefined;
  readonly paidBy?: Id<'member'> | undefined;
  readonly participantId?: Id<'member'> | undefined;
  readonly category?: string | undefined;
  readonly status?: ExpenseStatus | undefined;
  readonly receipts?: ReceiptFilter | undefined;
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
  'receipts',
  'from',
  'to',
];

export type ExpenseRequest = PageRequest &
  SortRequest<ListSort> &
  Filter & {
    /** The member whose shares `member` sorts by. */
    readonly memberId?: Id<'member'> | undefined;
    readonly corrections: CorrectionFilter;
    readonly shares: ShareFilter;
  };

/**
 * A page, by default newest first, with the names of its payers, participants and events and with what
 * all pages together add up to.
 */
export async function listExpenses(
  db: Db,
  scope: ChapterScope & Reader,
  request: ExpenseRequest,
): Promise<{
  expenses: Page<ListedExpense>;
  totalAmount: Cents;
  participants: Participant[];
  events: LinkedEvent[];
}> {
  const found = addUpMatching(db, scope, request);
  const rows = await selectExpenses(db, scope.chapterId)
    .innerJoin(selectPageIds(db, scope, request), (join) => join.onRef('page.id', '=', 'e.id'))
    .select(found.as('found'))
    .orderBy('page.place')
    .execute();
  // A page beyond the last has no row with the figures.
  const [totalCount, totalAmount] =
    rows[0]?.found ?? (await found.executeTakeFirstOrThrow()).countAndAmount;
  const items = await mapInTurns(rows, (row) => {
    const item = toListedExpense(row);
    return request.shares === 'own' ? withOwnShare(item, scope, request) : item;
  });
  const people = new Set(items.flatMap((item) => [...item.participants, ...listPayerIds(item)]));
  const names = await listMemberNames(db, scope.chapterId, [...people]);
  const events = new Set([request.eventId ?? null, ...items.map(({ eventId }) => eventId)]);
  return {
    expenses: page(
      await addOwnPayments(db, scope, await addOpenCharges(db, scope, items)),
      totalCount,
      request,
    ),
    totalAmount: cents(totalAmount),
    participants: names.map((member) => ({ id: member.id, name: member.displayName })),
    events: await listEventTitles(
      db,
      scope.chapterId,
      [...events].filter((id) => id !== null),
    ),
  };
}

/** As the list shows it: a page of 40 expenses that 200 people share was nearly a megabyte. */
function withOwnShare(
  expense: ListedExpense,
  { memberId: me }: Reader,
  { participantId, memberId }: ExpenseRequest,
): ListedExpense {
  const { participants, participantBreakdowns } = expense;
  if (participants.length <= mostWhole) return expense;
  const first = participants.filter((id) => id === me || id === participantId || id === memberId);
  return {
    ...expense,
    participants: [...new Set([...first, ...participants])].slice(0, mostNamed),
    participantCount: participants.length,
    participantBreakdowns: participantBreakdowns.filter((share) => share.participantId === me),
    overrides: [],
  };
}

/** The ids of a page in order. The default order reads only an index. */
function selectPageIds(db: Db, scope: ChapterScope, request: ExpenseRequest) {
  const { sort, memberId } = request;
  const ids =
    sort === 'member'
      ? selectIdsByShare(db, scope, request, requireMember(memberId))
      : selectSortedIds(db, scope, { ...request, sort });
  return sql<{
    id: Id<'expense'>;
    place: number;
  }>`unnest(array(${ids})) with ordinality`.as<'page'>(sql`page (id, place)`);
}

/** Payers are joined once and not looked up for each expense. */
function selectSortedIds(
  db: Db,
  scope: ChapterScope,
  request: PageRequest & SortRequest<ExpenseSort> & Filter & Pick<ExpenseRequest, 'corrections'>,
) {
  const { sort = 'date', skip, take } = request;
  const payer = sql`left join member payer
    on payer.chapter_id = ${scope.chapterId} and payer.id = expense.paid_by`;
  return sql`
    select expense.id
    from (${selectListed(db, scope, request).selectAll('expense')}) expense
    ${sort === 'payer' ? payer : sql``}
    order by ${toOrderBy(request)}, expense.expense_at desc, expense.id desc
    offset ${skip} limit ${take}
  `;
}

/** The contract refuses a sort by shares without a member. */
function requireMember(memberId: Id<'member'> | undefined): Id<'member'> {
  if (memberId === undefined) throw new Error('a sort by shares needs a member');
  return memberId;
}

/**
 * Orders as the member's column: shares owed, then expenses paid, then all others. Each part reads at
 * most a page, and only if the parts before it do not fill the page, so that the cost grows with the
 * member's expenses and not with the chapter's.
 */
function selectIdsByShare(
  db: Db,
  scope: ChapterScope,
  request: ExpenseRequest,
  memberId: Id<'member'>,
) {
  const sqlDirection = sql.raw(request.direction ?? 'asc');
  const upTo = request.skip + request.take;
  const isPayer = isPaidBy(memberId);
  const newest = sql`expense.expense_at desc, expense.id desc`;
  const all = selectListed(db, scope, request).select(['expense.expense_at', 'expense.id']);
  // Sorts the member's shares from an index alone, then looks up expenses until the page is full.
  const shares = db
    .selectFrom('expense_participant')
    .select(['expense_id', 'share_cents'])
    .where('chapter_id', '=', scope.chapterId)
    .where('member_id', '=', memberId)
    .orderBy(sql`share_cents ${sqlDirection}`)
    .offset(0);
  const owed = all
    .innerJoin(shares.as('p'), 'p.expense_id', 'expense.id')
    .where(({ not }) => not(isPayer))
    .select('p.share_cents')
    .orderBy(sql`p.share_cents ${sqlDirection}`)
    .orderBy(newest)
    .limit(upTo);
  const paid = all.where(isPayer).orderBy(newest);
  const others = all
    .where(({ not }) => not(isPayer))
    .where((row) => row.not(isParticipant(row, memberId)))
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
    order by place, share_cents ${sqlDirection}, expense_at desc, id desc
    offset ${request.skip} limit ${request.take}
  `;
}

/**
 * How many expenses match and what they add up to, as one value, so that they are read once. Stored
 * figures if there are such for the filter. The sum is at most the largest that is exact.
 */
function addUpMatching(db: Db, scope: ChapterScope, request: ExpenseRequest) {
  const used = filters.filter((filter) => request[filter] !== undefined);
  const { status, corrections } = request;
  const hasFigures = status !== 'deleted' && used.every((filter) => filter === 'status');
  const matching = hasFigures
    ? selectCountAndAmount(db, scope.chapterId, status, corrections)
    : selectListed(db, scope, request).select([
        sql<number>`count(*)`.as('count'),
        sql<number>`coalesce(sum(${corrections === 'all' ? sql`expense.amount_cents` : standingAmount}), 0)`.as(
          'amount',
        ),
      ]);
  const countAndAmount = sql<[count: number, amount: number]>`
    json_build_array(matching.count, least(matching.amount, ${maxTotalCents}))
  `.as('countAndAmount');
  return db.selectFrom(sql<object>`(${matching})`.as('matching')).select(countAndAmount);
}

/** Neither a reversal nor replaced. */
const isCurrent = sql<SqlBool>`expense.corrects_id is null and not exists (
  select from expense replacement
  where replacement.chapter_id = expense.chapter_id and replacement.replaces_id = expense.id)`;

/** What stands of an expense that is current: nothing if it was reversed without a replacement. */
const standingAmount = sql`case when exists (
  select from expense reversal
  where reversal.chapter_id = expense.chapter_id and reversal.corrects_id = expense.id)
  then 0 else expense.amount_cents end`;

/** The rows to list. */
function selectListed(
  db: Db,
  scope: ChapterScope,
  request: Filter & Pick<ExpenseRequest, 'corrections'>,
) {
  return filterExpenses(db, scope, request).$if(request.corrections === 'current', (all) =>
    all.where(isCurrent),
  );
}

/** As the index `expense_words` has them. */
const searchedColumns = ['expense.title', 'expense.description', 'expense.category'];

/** A text, or an amount as the list shows it, in dollars or as it was paid. */
function matchingExpenses(searchTerm = ''): RawBuilder<SqlBool> | undefined {
  const texts = matching(searchTerm, searchedColumns);
  const amounts = readShownAmounts(searchTerm).map(({ currency, amount }) =>
    currency === 'USD'
      ? sql`abs(expense.amount_cents) = ${amount}`
      : sql`(expense.original_currency = ${currency} and abs(expense.original_cents) = ${amount})`,
  );
  return texts && amounts.length > 0
    ? sql<SqlBool>`(${sql.join([texts, ...amounts], sql` or `)})`
    : texts;
}

function filterExpenses(db: Db, { chapterId, timeZone }: ChapterScope, request: Filter) {
  const { eventId, paidBy, participantId, category, status, receipts, from, to } = request;
  const hasReceipts = hasFiles('expense', 'expense.chapter_id', 'expense.id');
  const words = matchingExpenses(request.searchTerm);
  const isDeleted = status === 'deleted';
  return db
    .selectFrom('expense')
    .where('expense.chapter_id', '=', chapterId)
    .where('expense.deleted_at', isDeleted ? 'is not' : 'is', null)
    .$if(status !== undefined && !isDeleted, (all) =>
      all.where('expense.status', '=', status === 'settled' ? 'settled' : 'open'),
    )
    .$if(eventId !== undefined, (all) => all.where('expense.event_id', '=', eventId ?? null))
    .$if(paidBy !== undefined, (all) => all.where(isPaidBy(paidBy ?? null)))
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
        ...(receipts === undefined
          ? []
          : [receipts === 'none' ? row.not(hasReceipts) : hasReceipts]),
        ...(participantId === undefined ? [] : [isParticipant(row, participantId)]),
      ]),
    )
    .$if(words !== undefined, (all) => all.where(words ?? sql<SqlBool>`true`));
}

/** Whether a member paid all or some of an expense. */
function isPaidBy(memberId: Id<'member'> | null) {
  return sql<SqlBool>`(expense.paid_by is not distinct from ${memberId}
    or expense.has_several_payers and exists (
      select from expense_payer y
      where y.chapter_id = expense.chapter_id and y.expense_id = expense.id
        and y.member_id = ${memberId}))`;
}

function isParticipant(
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
  count: sql`expense.participant_count`,
  status: sql`expense.status`,
};

/** Even splits have no payer and come last. */
function toOrderBy({ sort, direction }: SortRequest<ExpenseSort>) {
  const sqlDirection = direction ?? (sort === undefined ? 'desc' : 'asc');
  return sql`${sortKeys[sort ?? 'date']} ${sql.raw(sqlDirection)}${sort === 'payer' ? sql` nulls last` : sql``}`;
}
