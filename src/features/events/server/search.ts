/** Searches and counts events across all calendars of a chapter. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { addMonths, getFirstDay, toMonth } from '#kit/calendar/month.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { type Day, type Instant, instantToDay, localToInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { PageRequest } from '#kit/page.ts';
import type { Db } from '#server/database/db.ts';
import { matching } from '#server/database/text-search.ts';
import type { EventCard } from '../event.ts';
import { computeDeadline } from '../rsvp/rsvp-deadline.ts';
import { readParticipants, readRsvps } from './rsvp/rsvp-store.ts';
import type { NameViewer } from './rsvp/shown-names.ts';
import { type OccurrenceRow, occurrenceColumns, toOccurrence } from './store.ts';

type Caller = NameViewer & {
  readonly chapterId: Id<'chapter'>;
  readonly timeZone: string;
};

export type EventSearch = PageRequest & {
  readonly when: 'upcoming' | 'past';
  readonly year?: number | undefined;
  readonly search?: string | undefined;
};

type CardRow = OccurrenceRow & {
  capacity: number | null;
  closes: number | null;
  is_recurring: boolean;
};

/** Upcoming events include ongoing ones, which come first. Past events are listed latest first. */
export async function searchEvents(
  db: Db,
  caller: Caller,
  request: EventSearch,
  now: Instant,
): Promise<{ items: EventCard[]; totalCount: number; hasMore: boolean }> {
  const filter = buildFilter(caller.chapterId, request);
  const isOngoing = sql`${ongoingAt(now)} and ${filter}`;
  const ongoing = await countRows(db, sql`hub.event_occurrence o where ${isOngoing}`);
  const found =
    request.when === 'past'
      ? await findPast(db, filter, ongoing, request, now)
      : await findUpcoming(db, filter, ongoing, request, now);
  const items = await toCards(db, caller, found.rows, now);
  const { totalCount } = found;
  return { items, totalCount, hasMore: request.skip + items.length < totalCount };
}

type FoundCards = { rows: CardRow[]; totalCount: number };

async function findPast(
  db: Db,
  filter: RawBuilder<SqlBool>,
  ongoing: number,
  { skip, take }: PageRequest,
  now: Instant,
): Promise<FoundCards> {
  const rows = await selectCards(
    db,
    sql`o.starts_at < ${now}::timestamptz and o.ends_at <= ${now}::timestamptz and ${filter}
      order by o.starts_at desc, o.id desc limit ${take} offset ${skip}`,
  );
  // No index covers both start and end, so count what has started and subtract what is ongoing.
  const begun = await countRows(
    db,
    sql`hub.event_occurrence o where o.starts_at < ${now}::timestamptz and ${filter}`,
  );
  return { rows, totalCount: begun - ongoing };
}

async function findUpcoming(
  db: Db,
  filter: RawBuilder<SqlBool>,
  ongoing: number,
  { skip, take }: PageRequest,
  now: Instant,
): Promise<FoundCards> {
  const later = sql`o.starts_at >= ${now}::timestamptz and ${withinHorizon} and ${filter}`;
  const first =
    skip < ongoing
      ? await selectCards(
          db,
          sql`${ongoingAt(now)} and ${filter} order by o.starts_at, o.id
            limit ${take} offset ${skip}`,
        )
      : [];
  const rest = await selectCards(
    db,
    sql`${later} order by o.starts_at, o.id
      limit ${take - first.length} offset ${Math.max(0, skip - ongoing)}`,
  );
  const count = await countRows(
    db,
    sql`hub.event_occurrence o
      join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id where ${later}`,
  );
  return { rows: [...first, ...rest], totalCount: ongoing + count };
}

async function selectCards(db: Db, condition: RawBuilder<unknown>): Promise<CardRow[]> {
  const found = await sql<CardRow>`
    select ${occurrenceColumns}, o.capacity, o.rsvp_closes_minutes_before as closes,
      e.recurrence is not null as is_recurring
    from hub.event_occurrence o
    join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id
    where ${condition}
  `.execute(db);
  return found.rows;
}

async function countRows(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** Excludes rows beyond the horizon, which exist only because someone viewed a later date. */
const withinHorizon = sql`(
  e.expanded_until is null or o.original_local_start < e.expanded_until + 1 or o.is_exception
)`;

/** Occurrences on a single day last at most 25 hours; longer ones (`spans`) have their own index. */
function ongoingAt(now: Instant): RawBuilder<SqlBool> {
  return sql`o.starts_at < ${now}::timestamptz and o.ends_at > ${now}::timestamptz
    and (o.spans or o.starts_at > ${now}::timestamptz - interval '26 hours')`;
}

function buildFilter(chapterId: Id<'chapter'>, { year, search }: EventSearch): RawBuilder<SqlBool> {
  const conditions = [
    sql<SqlBool>`o.chapter_id = ${chapterId} and o.status = 'confirmed'`,
    ...(year === undefined ? [] : [startsInYear(year)]),
    ...matchesSearch(chapterId, search),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** The year in local time. The bounds on `starts_at`, at most a day off, let an index be used. */
function startsInYear(year: number): RawBuilder<SqlBool> {
  const [first, next] = [year, year + 1].map((each) => `${String(each).padStart(4, '0')}-01-01`);
  return sql<SqlBool>`o.local_start >= ${first}::timestamp and o.local_start < ${next}::timestamp
    and o.starts_at >= ${first}::timestamp - interval '1 day'
    and o.starts_at < ${next}::timestamp + interval '1 day'`;
}

const searchedColumns = ['title', 'description', 'location'];

/** Searches the event's text and the text that single occurrences override. */
function matchesSearch(
  chapterId: Id<'chapter'>,
  search: string | undefined,
): RawBuilder<SqlBool>[] {
  const [inEvent, inOccurrence] = ['found', 'own'].map((table) =>
    matching(
      search,
      searchedColumns.map((column) => `${table}.${column}`),
    ),
  );
  if (!inEvent || !inOccurrence) return [];
  return [
    sql<SqlBool>`o.id = any (array(
      select o.id from hub.event found
      join hub.event_occurrence o on o.chapter_id = found.chapter_id and o.event_id = found.id
      where found.chapter_id = ${chapterId} and found.deleted_at is null and ${inEvent}
      union
      select own.id from hub.event_occurrence own
      where own.chapter_id = ${chapterId} and own.is_exception and ${inOccurrence}
    ))`,
  ];
}

async function toCards(
  db: Db,
  caller: Caller,
  rows: readonly CardRow[],
  now: Instant,
): Promise<EventCard[]> {
  const { chapterId, memberId } = caller;
  const ids = rows.map(({ id }) => id);
  const rsvps = await readRsvps(db, chapterId, ids, memberId, now);
  const participants = await readParticipants(db, caller, ids);
  return rows.flatMap((row) => {
    const rsvp = rsvps.get(row.id);
    if (!rsvp) return [];
    return {
      ...toOccurrence(row),
      participants: participants.get(row.id)?.names ?? [],
      participantIds: participants.get(row.id)?.ids ?? [],
      capacity: row.capacity,
      rsvpDeadline: computeDeadline(row.starts_at, row.closes),
      rsvp,
      isRecurring: row.is_recurring,
    };
  });
}

export type EventSummary = {
  eventsThisMonth: number;
  totalRsvps: number;
  daysUntilNextEvent: number | null;
  years: { year: number; count: number }[];
};

/** The month and days are in the chapter's time zone; the years are in each event's own. */
export async function readFigures(
  db: Db,
  { chapterId, timeZone }: Caller,
  now: Instant,
): Promise<EventSummary> {
  const today = instantToDay(now, timeZone);
  const month = toMonth(today);
  const [from, to] = [getFirstDay(month), getFirstDay(addMonths(month, 1))].map((day: Day) =>
    localToInstant(`${day}T00:00`, timeZone),
  );
  const isConfirmed = sql`chapter_id = ${chapterId} and status = 'confirmed'`;
  const [figures, years] = await Promise.all([
    sql<{ this_month: number; heads: number; next: Instant | null }>`
      select
        (select count(*) from hub.event_occurrence
          where ${isConfirmed} and starts_at >= ${from}::timestamptz and starts_at < ${to}::timestamptz
        ) as this_month,
        (select coalesce(sum(confirmed_heads), 0) from hub.event_occurrence
          where ${isConfirmed} and starts_at >= ${now}::timestamptz
        ) as heads,
        (select min(starts_at) from hub.event_occurrence
          where ${isConfirmed} and starts_at >= ${now}::timestamptz
        ) as next
    `.execute(db),
    countsByYear(db, chapterId, now),
  ]);
  const found = figures.rows[0];
  const next = found?.next ?? null;
  return {
    eventsThisMonth: found?.this_month ?? 0,
    totalRsvps: found?.heads ?? 0,
    daysUntilNextEvent: next === null ? null : daysBetween(today, instantToDay(next, timeZone)),
    years,
  };
}

/** Past occurrences by the year they started: all that have started minus those still ongoing. */
async function countsByYear(
  db: Db,
  chapterId: Id<'chapter'>,
  now: Instant,
): Promise<{ year: number; count: number }[]> {
  const begun = await sql<{ year: number; count: number }>`
    select extract(year from local_start)::int as year, count(*) as count
    from hub.event_occurrence
    where chapter_id = ${chapterId} and status = 'confirmed' and starts_at < ${now}::timestamptz
    group by 1 order by 1 desc
  `.execute(db);
  const ongoing = await sql<{ year: number; count: number }>`
    select extract(year from o.local_start)::int as year, count(*) as count
    from hub.event_occurrence o
    where o.chapter_id = ${chapterId} and o.status = 'confirmed' and ${ongoingAt(now)}
    group by 1
  `.execute(db);
  return begun.rows
    .map(({ year, count }) => ({
      year,
      count: count - (ongoing.rows.find((each) => each.year === year)?.count ?? 0),
    }))
    .filter(({ count }) => count > 0);
}
