/** Occurrences of series that go on beyond their rows: made when somebody looks there, and at night. */
import { sql } from 'kysely';
import { addDays } from '#kit/calendar/month.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { type Day, dayOfLocal, type Instant, type LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Window } from '#kit/recurrence/recurrence.ts';
import { ok, type Result } from '#kit/result.ts';
import { type Db, inTransaction, type Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { horizonOf, shownUntil } from '../horizon.ts';
import { expectedAt, isOverBy, mostOccurrences, originalsOf, type WallTimes } from '../series.ts';
import {
  lockEvents,
  lockFreeEvents,
  readEvents,
  type StoredEvent,
  saveExpandedUntil,
} from './event-store.ts';
import { insertRows } from './occurrence-rows.ts';
import { type CalendarsOfChapter, windowTooFull } from './store.ts';

type Missing = { readonly event: StoredEvent; readonly originals: LocalDateTime[] };

/**
 * Makes the rows that a window of calendars still lacks as far as series are shown, of all their
 * series together at most `mostOccurrences`; refuses a window that lacks more.
 */
export async function extendWindow(
  db: Db,
  { chapterId, calendarIds }: CalendarsOfChapter,
  window: { readonly startDate: Day; readonly endDate: Day },
  newId: NewId,
): Promise<Result<undefined>> {
  const eventIds = await seriesEndingBefore(db, chapterId, calendarIds, window.endDate);
  if (eventIds.length === 0) return ok(undefined);
  // Asked without a lock first: what was looked at before has its rows.
  const read = await readEvents(db, chapterId, eventIds);
  if ((await missingIn(db, chapterId, read, window)).every((each) => each.originals.length === 0)) {
    return ok(undefined);
  }
  return inTransaction(db, async (tx) => {
    const locked = await lockEvents(tx, chapterId, eventIds);
    const missing = await missingIn(tx, chapterId, locked, window);
    const count = missing.reduce((sum, { originals }) => sum + originals.length, 0);
    if (count > mostOccurrences) return windowTooFull();
    for (const { event, originals } of missing) {
      const made = originals.map((original) => expectedAt(event.series, original));
      await insertRows(tx, chapterId, event, made, newId);
    }
    return ok(undefined);
  });
}

async function seriesEndingBefore(
  db: Db,
  chapterId: Id<'chapter'>,
  calendarIds: readonly Id<'calendar'>[],
  day: Day,
): Promise<Id<'event'>[]> {
  const rows = await db
    .selectFrom('event')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('calendar_id', 'in', calendarIds)
    .where('expanded_until', '<', day)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Of each series the original starts within a window, and before it what still goes on in it. */
async function missingIn(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  events: readonly StoredEvent[],
  { startDate, endDate }: { readonly startDate: Day; readonly endDate: Day },
): Promise<Missing[]> {
  const longest = Math.max(0, ...events.map(({ series }) => lastingDays(series)));
  const earliest = addDays(startDate, -longest);
  const known = await originalsKnown(db, chapterId, events, { from: earliest, to: endDate });
  return events.flatMap((event) => {
    const { series, expandedUntil } = event;
    if (expandedUntil === null) return [];
    const [from, beyond] = [addDays(startDate, -lastingDays(series)), addDays(expandedUntil, 1)];
    const last = shownUntil(expandedUntil);
    const to = endDate < last ? endDate : last;
    const all = takeMost(originalsOf(series, { from: from > beyond ? from : beyond, to }));
    const ofEvent = known.get(event.id) ?? new Set();
    return [{ event, originals: all.filter((original) => !ofEvent.has(original)) }];
  });
}

function lastingDays({ start, end }: WallTimes): number {
  return daysBetween(dayOfLocal(start), dayOfLocal(end));
}

/** One more than may be made is enough to know that there are too many. */
function takeMost(originals: Generator<LocalDateTime>): LocalDateTime[] {
  return [...originals.take(mostOccurrences + 1)];
}

/** Original starts that have rows in a window, beyond where all of them have. */
async function originalsKnown(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  events: readonly StoredEvent[],
  { from, to }: Window,
): Promise<Map<Id<'event'>, Set<LocalDateTime>>> {
  const { rows } = await sql<{ event_id: Id<'event'>; original: LocalDateTime }>`
    select o.event_id, o.original_local_start as original
    from hub.event e
    join hub.event_occurrence o on o.chapter_id = e.chapter_id and o.event_id = e.id
    where e.chapter_id = ${chapterId} and e.id = any(${events.map(({ id }) => id)}::uuid[])
      and o.original_local_start >= e.expanded_until + 1
      and o.original_local_start >= ${from}::date
      and o.original_local_start < ${to}::date + 1
  `.execute(db);
  const known = new Map<Id<'event'>, Set<LocalDateTime>>();
  for (const { event_id, original } of rows) {
    const ofEvent = known.get(event_id) ?? new Set();
    known.set(event_id, ofEvent.add(original));
  }
  return known;
}

/** Few enough that nobody who writes to one of them waits. */
const mostAtOnce = 20;

/**
 * Makes what every series lacks up to its horizon, chapter by chapter; how many occurrences. A series
 * that somebody changes meanwhile has what it needs by that.
 */
export async function extendSeries(
  db: Db,
  now: Instant,
  newId: NewId,
  signal?: AbortSignal,
): Promise<number> {
  const chapters = await db.selectFrom('chapter').select('id').orderBy('id').execute();
  let made = 0;
  for (const { id: chapterId } of chapters) {
    const behind = await seriesBehind(db, chapterId, now);
    for (let done = 0; done < behind.length; done += mostAtOnce) {
      signal?.throwIfAborted();
      const some = behind.slice(done, done + mostAtOnce);
      made += await db.transaction().execute(async (tx) => {
        const events = await lockFreeEvents(tx, chapterId, some);
        let count = 0;
        for (const event of events) count += await extendOne(tx, chapterId, event, now, newId);
        return count;
      });
    }
  }
  return made;
}

async function seriesBehind(
  db: Db,
  chapterId: Id<'chapter'>,
  now: Instant,
): Promise<Id<'event'>[]> {
  // A day more than in any zone it may be.
  const horizon = addDays(horizonOf(now, 'UTC'), 1);
  const rows = await db
    .selectFrom('event')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('expanded_until', '<', horizon)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function extendOne(
  tx: Tx,
  chapterId: Id<'chapter'>,
  event: StoredEvent,
  now: Instant,
  newId: NewId,
): Promise<number> {
  const { series, expandedUntil } = event;
  const horizon = horizonOf(now, event.timeZone);
  if (expandedUntil === null || expandedUntil >= horizon) return 0;
  const window = { from: addDays(expandedUntil, 1), to: horizon };
  const known = (await originalsKnown(tx, chapterId, [event], window)).get(event.id) ?? new Set();
  const missing = takeMost(originalsOf(series, window));
  const next = missing[mostOccurrences];
  // So far behind is only a hub that was away for decades: the rest comes the next night.
  const until = next === undefined ? horizon : addDays(dayOfLocal(next), -1);
  const made = missing
    .filter((original) => dayOfLocal(original) <= until && !known.has(original))
    .map((original) => expectedAt(series, original));
  await insertRows(tx, chapterId, event, made, newId);
  await saveExpandedUntil(tx, chapterId, event.id, isOverBy(series, until) ? null : until);
  return made.length;
}
