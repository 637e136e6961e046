/** Creates occurrences beyond the existing rows: when someone views them, and every night. */
import { sql } from 'kysely';
import { createBudget } from '#kit/budget.ts';
import { addDays } from '#kit/calendar/month.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { type Day, type Instant, type LocalDateTime, localToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Window } from '#kit/recurrence/recurrence.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { type Db, inTransaction, type Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { createTurns } from '#server/turns.ts';
import { computeHorizon, lastShownDay } from '../horizon.ts';
import {
  generateOriginalStarts,
  hasEndedBy,
  type LocalTimes,
  maxOccurrences,
  maxStepsOfSeries,
  resolveOccurrence,
} from '../series.ts';
import {
  lockAvailableEvents,
  lockEvents,
  readEvents,
  type StoredEvent,
  saveExpandedUntil,
} from './event-store.ts';
import { countRoom, maxOccurrencesOfChapter } from './occurrence-limit.ts';
import { insertRows, insertRowsOfEvents } from './occurrence-rows.ts';
import { type CalendarsOfChapter, windowTooFull } from './store.ts';

type Missing = { readonly event: StoredEvent; readonly originals: LocalDateTime[] };

/** Series that go on beyond their rows: several times what a busy chapter has. */
export const maxSeriesOfWindow = 1_000;

/** Days that may be looked at for all series of a window: half a second in all, in turns. */
const maxStepsOfWindow = 10 * maxStepsOfSeries;

/** Looking ahead may add as many rows as writes may, so that a chapter whose room is used up still sees its events. */
const maxOccurrencesWithViewed = 2 * maxOccurrencesOfChapter;

type Looking = {
  readonly newId: NewId;
  chargeRows(rows: number): void;
  /** Occurrences that the chapter may have afterward. */
  readonly maxRows?: number;
};

/**
 * Creates the rows that are missing in a window of calendars, as far ahead as series are shown, and
 * charges the member who looks for them. Refuses a window that lacks more than `maxOccurrences` over all series
 * or that too many series might reach, and rows that the chapter has no room for.
 */
export async function extendWindow(
  db: Db,
  { chapterId, calendarIds }: CalendarsOfChapter,
  window: { readonly startDate: Day; readonly endDate: Day },
  { newId, chargeRows, maxRows = maxOccurrencesWithViewed }: Looking,
): Promise<Result<undefined>> {
  const eventIds = await findSeriesExpandedBefore(db, chapterId, calendarIds, window.endDate);
  if (eventIds.length === 0) return ok(undefined);
  if (eventIds.length > maxSeriesOfWindow) return windowTooFarAhead();
  // Check without a lock first: a window that was viewed before has its rows.
  const read = await readEvents(db, chapterId, eventIds);
  const found = await findMissing(db, chapterId, read, window);
  if (!found.ok) return found;
  if (found.value.length === 0) return ok(undefined);
  return inTransaction(db, async (tx) => {
    const locked = await lockEvents(tx, chapterId, eventIds);
    const missing = await findMissing(tx, chapterId, locked, window);
    if (!missing.ok) return missing;
    const count = missing.value.reduce((sum, { originals }) => sum + originals.length, 0);
    if (count > maxOccurrences) return windowTooFull();
    const room = await countRoom(tx, chapterId, maxRows);
    if (count > room) return windowTooFarAhead();
    const created = missing.value.map(({ event, originals }) => ({
      event,
      created: originals.values().map((original) => resolveOccurrence(event.series, original)),
    }));
    await insertRowsOfEvents(tx, chapterId, created, newId);
    chargeRows(count);
    return ok(undefined);
  });
}

function windowTooFarAhead(): Refused {
  const message =
    'Too many events repeat for the calendar to look that far ahead. Ask for earlier days.';
  return refuse('invalid', 'window_too_far', message, { field: 'endDate' });
}

async function findSeriesExpandedBefore(
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
    .limit(maxSeriesOfWindow + 1)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The series that lack original starts which fall in the window or are still ongoing in it, with those.
 * Many series are looked at in turns.
 */
async function findMissing(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  events: readonly StoredEvent[],
  { startDate, endDate }: { readonly startDate: Day; readonly endDate: Day },
): Promise<Result<Missing[]>> {
  const longest = Math.max(0, ...events.map(({ series }) => countDaysSpanned(series)));
  const earliest = addDays(startDate, -longest);
  const existing = await readExistingStarts(db, chapterId, events, { from: earliest, to: endDate });
  const missing: Missing[] = [];
  const budget = createBudget(maxStepsOfWindow);
  const nextTurn = createTurns();
  for (const event of events) {
    const { series, expandedUntil } = event;
    if (expandedUntil === null) continue;
    const [from, beyond] = [
      addDays(startDate, -countDaysSpanned(series)),
      addDays(expandedUntil, 1),
    ];
    const last = lastShownDay(expandedUntil);
    const to = endDate < last ? endDate : last;
    const all = takeUpToLimit(
      generateOriginalStarts(series, { from: from > beyond ? from : beyond, to }, budget),
    );
    if (budget.isSpent()) return windowTooFarAhead();
    const existingStarts = existing.get(event.id) ?? new Set();
    const originals = all.filter((original) => !existingStarts.has(original));
    if (originals.length > 0) missing.push({ event, originals });
    budget.spend(stepsOfSeries);
    await nextTurn();
  }
  return ok(missing);
}

/** What looking at one series costs besides its days. */
const stepsOfSeries = 50;

function countDaysSpanned({ start, end }: LocalTimes): number {
  return daysBetween(localToDay(start), localToDay(end));
}

/** One more than the limit shows that there are too many. */
function takeUpToLimit(originals: Generator<LocalDateTime>): LocalDateTime[] {
  return [...originals.take(maxOccurrences + 1)];
}

/** The original starts in a window that have rows, beyond the day up to which all have. */
async function readExistingStarts(
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
  const existing = new Map<Id<'event'>, Set<LocalDateTime>>();
  for (const { event_id, original } of rows) {
    const existingStarts = existing.get(event_id) ?? new Set();
    existing.set(event_id, existingStarts.add(original));
  }
  return existing;
}

/** Small, so that concurrent writers do not wait. */
const batchSize = 20;

/**
 * Creates the occurrences that every series lacks up to its horizon, chapter by chapter, and returns
 * how many, at most what a chapter has room for. Series that someone else is changing are skipped,
 * because that change extends them.
 */
export async function extendSeries(
  db: Db,
  now: Instant,
  newId: NewId,
  signal?: AbortSignal,
): Promise<number> {
  const chapters = await db.selectFrom('chapter').select('id').orderBy('id').execute();
  let created = 0;
  for (const { id: chapterId } of chapters) {
    const eventIds = await findSeriesBehind(db, chapterId, now);
    for (let done = 0; done < eventIds.length; done += batchSize) {
      signal?.throwIfAborted();
      const some = eventIds.slice(done, done + batchSize);
      created += await db.transaction().execute(async (tx) => {
        const events = await lockAvailableEvents(tx, chapterId, some);
        const room = await countRoom(tx, chapterId);
        let count = 0;
        for (const event of events) {
          count += await extendOne(tx, chapterId, event, { now, newId, room: room - count });
        }
        return count;
      });
    }
  }
  return created;
}

async function findSeriesBehind(
  db: Db,
  chapterId: Id<'chapter'>,
  now: Instant,
): Promise<Id<'event'>[]> {
  // One day more, because a time zone may be ahead of UTC.
  const horizon = addDays(computeHorizon(now, 'UTC'), 1);
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
  { now, newId, room }: { now: Instant; newId: NewId; room: number },
): Promise<number> {
  const { series, expandedUntil } = event;
  const horizon = computeHorizon(now, event.timeZone);
  if (expandedUntil === null || expandedUntil >= horizon) return 0;
  const window = { from: addDays(expandedUntil, 1), to: horizon };
  const existing =
    (await readExistingStarts(tx, chapterId, [event], window)).get(event.id) ?? new Set();
  const most = Math.min(maxOccurrences, room);
  const missing = [...generateOriginalStarts(series, window).take(most + 1)];
  const next = missing[most];
  // A server that was off for decades is this far behind, or the chapter's calendars are full. The rest
  // follows another night, or when someone looks at those days.
  const until = next === undefined ? horizon : addDays(localToDay(next), -1);
  const created = missing
    .filter((original) => localToDay(original) <= until && !existing.has(original))
    .map((original) => resolveOccurrence(series, original));
  await insertRows(tx, chapterId, event, created, newId);
  await saveExpandedUntil(tx, chapterId, event.id, hasEndedBy(series, until) ? null : until);
  return created.length;
}
