/** Imports events from a file: creates new ones and updates those that changed since. */

import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Budget, createBudget } from '#kit/budget.ts';
import type { MemberCaller } from '#kit/caller.ts';
import { formatCount, plural } from '#kit/counts.ts';
import type { Day, LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { formatRule } from '#kit/recurrence/rule-text.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { audit } from '#server/audit/audit.ts';
import { type Category, findColorByName } from '../../categories/category.ts';
import { defaultCategoryColor } from '../../category-color.ts';
import type { Calendar } from '../../contract.ts';
import type { ImportedEvent, ImportReport } from '../../feed-contract.ts';
import { computeHorizon } from '../../horizon.ts';
import type { ParsedEvent } from '../../ical/ical-parse.ts';
import type { ParsedSeries } from '../../ical/ical-series.ts';
import { maxGuests } from '../../rsvp/occurrence-rsvp.ts';
import { expandSeries, resolveOccurrence, type Series } from '../../series.ts';
import { toAuditTimes } from '../audit-times.ts';
import { readCategories } from '../categories/category-store.ts';
import { insertEvent, lockEvent, type StoredEvent } from '../event-store.ts';
import { checkRoom, countRoom } from '../occurrence-limit.ts';
import { insertRows } from '../occurrence-rows.ts';
import { saveSeries } from '../save-series.ts';
import { findCalendar } from '../store.ts';
import type { Work } from '../work.ts';
import { removeEvent } from '../writes.ts';
import { importOccurrence } from './import-occurrence.ts';
import { findOrigins, isOwnEvent, type Origin, saveOrigin } from './import-origins.ts';
import { planUpdate } from './import-update.ts';
import { maxStepsOfFile, type ReadFile, repeatsTooLong } from './read-import.ts';

type ImportWork = Work & {
  readonly caller: Pick<MemberCaller, 'chapterId' | 'memberId'>;
  readonly steps: Budget;
  readonly room: Budget;
  /** Rows that the file's events have. */
  readonly rows: Budget;
  /** Of events of the file that were imported before, by UID. */
  readonly origins: ReadonlyMap<string, Origin>;
  /** The chapter's, by whose names those of the file are found. */
  readonly categories: readonly Category[];
};

/** Rows that the events of one file may have, which the database writes in about a second. */
const maxRowsOfFile = 20_000;

/** With `isDryRun`, reports what would be imported and writes nothing. */
export async function importEvents(
  writing: Omit<ImportWork, 'steps' | 'room' | 'rows' | 'origins' | 'categories'>,
  calendarId: Id<'calendar'>,
  read: ReadFile,
  { isDryRun, includesPrivate }: { isDryRun: boolean; includesPrivate: boolean },
): Promise<Result<ImportReport>> {
  const steps = createBudget(maxStepsOfFile);
  const { tx, caller } = writing;
  const calendar = await findCalendar(tx, caller.chapterId, calendarId);
  if (!calendar) return notFound('Calendar');
  // A calendar keeps its zone; if it ever did not, what was read would be wrong.
  if (calendar.timeZone !== read.timeZone) throw new Error('the calendar has another zone');
  // Lock the calendar, so that concurrent imports create nothing twice.
  await tx
    .selectFrom('calendar')
    .select('id')
    .where('chapter_id', '=', caller.chapterId)
    .where('id', '=', calendarId)
    .forNoKeyUpdate()
    .execute();
  const rows = createBudget(maxRowsOfFile);
  const room = createBudget(await countRoom(tx, caller.chapterId));
  const origins = await findOrigins(writing, calendarId, read.events);
  const categories = await readCategories(tx, caller.chapterId);
  const work = { ...writing, steps, rows, room, origins, categories };
  const items: ImportedEvent[] = [];
  for (const event of read.events) {
    const outcome =
      event.isPrivate && !includesPrivate
        ? isLeftOut
        : await importEvent(work, calendar, event, isDryRun);
    if (steps.isSpent()) return repeatsTooLong(event);
    if (rows.isSpent()) return occursTooOften(event);
    await nextTurn();
    const { uid, title, times, isRecurring, isPrivate } = event;
    const losses = [...event.losses, ...(outcome.ok ? describeLostRsvps(outcome.value.lost) : [])];
    const shown = {
      uid: uid.slice(0, 500),
      title: title.slice(0, 200),
      startDate: times?.start ?? null,
      endDate: times?.end ?? null,
      isRecurring,
      isPrivate,
      losses,
    };
    items.push(
      outcome.ok
        ? { ...shown, outcome: outcome.value.outcome, reason: null }
        : { ...shown, outcome: 'refused', reason: outcome.refusal.message },
    );
  }
  return ok({ isApplied: !isDryRun, items });
}

const isLeftOut = refuse('invalid', 'private', 'The file says it is private');
const isCanceled = refuse('invalid', 'not_supported', 'Canceled');
const isOlder = refuse('invalid', 'outdated', 'Older than what was imported before');

function describeLostRsvps(lost: number): string[] {
  return lost === 0 ? [] : [`${plural(lost, 'RSVP')} to dates that the file no longer has`];
}

function occursTooOften({ title }: ParsedEvent) {
  const message = `The events up to “${title.slice(0, 100)}” have more than ${formatCount(maxRowsOfFile)} dates. Split the file, or let the series begin later or end earlier`;
  return refuse('invalid', 'too_many_events', message, { field: 'text' });
}

type Imported = {
  readonly outcome: Exclude<ImportedEvent['outcome'], 'refused'>;
  /** RSVPs to dates that the event no longer has. */
  readonly lost: number;
};

const unchanged = ok<Imported>({ outcome: 'unchanged', lost: 0 });

async function importEvent(
  work: ImportWork,
  calendar: Calendar,
  parsed: ParsedEvent,
  isDryRun: boolean,
): Promise<Result<Imported>> {
  const { tx, caller } = work;
  const { chapterId } = caller;
  const { uid, sequence, read, isCancelled } = parsed;
  const ofSeries = await importDate(work, calendar, parsed, isDryRun);
  if (ofSeries) return ofSeries;
  const known = work.origins.get(uid);
  const event = known && (await lockEvent(tx, chapterId, calendar.id, known.eventId));
  // Also once the event is gone: an older file must not bring back what a newer one canceled.
  if (known && sequence < known.sequence) return isOlder;
  const remember = (origin: Omit<Origin, 'sequence'>) =>
    saveOrigin(work, calendar.id, { uid, ...origin, sequence });
  if (isCancelled) {
    if (!event) return isCanceled;
    const canceled = await cancelEvent(work, event, isDryRun);
    if (canceled.ok && !isDryRun) await remember(known);
    return canceled;
  }
  if (!read.ok) return read;
  const hash = hashContent(read.value);
  const own = await isOwnEvent(work, parsed.ofSeries?.uid ?? uid);
  // Events from this chapter's own feed already exist.
  if (own) return unchanged;
  if (event && known.hash === hash) {
    if (!isDryRun && sequence > known.sequence) await remember(known);
    return unchanged;
  }
  const series = toSeries(read.value, event, work.categories);
  const coverage = expandSeries(
    series,
    computeHorizon(work.now, event?.timeZone ?? calendar.timeZone),
    work.steps,
  );
  if (!coverage.ok) return coverage;
  const { originals } = coverage.value;
  work.rows.spend(originals.length);
  // Updated series are charged when they are saved. Comparing costs less than writing.
  const share = isDryRun ? 0.1 : event ? 0 : 1;
  work.chargeRows?.(share * originals.length);
  // The caller refuses the file.
  const update = event && (await planUpdate(work, event, series));
  const done: Imported = { outcome: event ? 'updated' : 'new', lost: update?.lost ?? 0 };
  if (work.rows.isSpent()) return ok(done);
  const fits = event ? ok(undefined) : await checkRoom(work, originals.length);
  if (!fits.ok) return fits;
  if (isDryRun) return ok(done);
  const saved =
    event && update
      ? await saveSeries(work, event, update.rows, update.edited)
      : ok(await createEvent(work, calendar, series, coverage.value));
  if (!saved.ok) return saved;
  await remember({ eventId: saved.value.id, hash });
  const action = event ? 'event.update' : 'event.create';
  const { memberId } = caller;
  await audit(
    tx,
    { chapterId, memberId, now: work.now, newId: work.newId },
    {
      action,
      kind: 'event',
      id: saved.value.id,
      before: event && toAuditValue(event.series),
      after: { ...toAuditValue(series), importedFrom: uid },
    },
  );
  return ok(done);
}

/** Undefined unless the event is one date of a series that was imported before, and not on its own. */
async function importDate(
  work: ImportWork,
  calendar: Calendar,
  { uid, ofSeries, sequence, read, isCancelled }: ParsedEvent,
  isDryRun: boolean,
): Promise<Result<Imported> | undefined> {
  const origin = ofSeries && work.origins.get(ofSeries.uid);
  const own = work.origins.get(uid);
  if (!origin || (own && own.eventId !== origin.eventId)) return undefined;
  const event = await lockEvent(work.tx, work.caller.chapterId, calendar.id, origin.eventId);
  if (!event?.series.rule) return undefined;
  if (sequence < Math.max(origin.sequence, own?.sequence ?? 0)) return isOlder;
  if (!isCancelled && !read.ok) return read;
  const hash = isCancelled || !read.ok ? hashOfCanceled : hashContent(read.value);
  // The date may be back since, by a newer file of the whole series.
  if (own?.hash === hash && !isCancelled) return unchanged;
  const told = read.ok ? toSeries(read.value, event, work.categories) : undefined;
  const date = { uid, date: ofSeries.date, isCancelled, told };
  const done = await importOccurrence(work, event, date, isDryRun);
  if (!done.ok) return done;
  if (!isDryRun) await saveOrigin(work, calendar.id, { uid, eventId: event.id, hash, sequence });
  return ok({ outcome: done.value, lost: 0 });
}

const hashOfCanceled = 'canceled';

/**
 * Capacity, guest limit and RSVP deadline are kept, because files do not have them, and so is the color
 * unless the file names one of the chapter's categories.
 */
function toSeries(
  { text, categories: named, ...read }: ParsedSeries,
  event: StoredEvent | undefined,
  categories: readonly Category[],
): Series {
  const own = event?.series.fields ?? {
    categoryColor: defaultCategoryColor,
    capacity: null,
    maxGuests,
    rsvpClosesMinutesBefore: null,
  };
  const categoryColor = findColorByName(categories, named) ?? own.categoryColor;
  return { ...read, fields: { ...own, ...text, categoryColor } };
}

/** As if someone deleted it: members with an RSVP still see it, canceled, and are told. */
async function cancelEvent(
  work: ImportWork,
  { id, calendarId }: StoredEvent,
  isDryRun: boolean,
): Promise<Result<Imported>> {
  if (isDryRun) return ok({ outcome: 'canceled', lost: 0 });
  const removed = await removeEvent(
    { ...work, ifMatch: undefined },
    { calendarId, eventId: id },
    { scope: 'all' },
  );
  return removed.ok ? ok({ outcome: 'canceled', lost: 0 }) : removed;
}

async function createEvent(
  { tx, caller, now, newId }: ImportWork,
  calendar: Calendar,
  series: Series,
  { originals, until }: { originals: LocalDateTime[]; until: Day | null },
): Promise<StoredEvent> {
  const event: StoredEvent = {
    id: newId(),
    calendarId: calendar.id,
    timeZone: calendar.timeZone,
    series,
    expandedUntil: until,
    createdBy: caller.memberId,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  await insertEvent(tx, caller.chapterId, event);
  const occurrences = originals.map((original) => resolveOccurrence(series, original));
  await insertRows(tx, caller.chapterId, event, occurrences, newId);
  return event;
}

function hashContent({ text, categories, ...series }: ParsedSeries): string {
  // Stored hashes were computed with the text under this key, and without categories.
  const named = categories.length > 0 ? { categories } : {};
  const content = serializeSeries({ ...series, told: text, ...named });
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

function toAuditValue(series: Series) {
  return { ...serializeSeries(series), ...toAuditTimes(series) };
}

/** The stored form of a series, the same for equal series. */
function serializeSeries<T extends Omit<Series, 'fields'>>({
  start,
  end,
  rule,
  exceptions,
  ...more
}: T) {
  return {
    start,
    end,
    ...more,
    rule: rule && formatRule(rule),
    exceptions: [...exceptions].sort(([one], [other]) => (one < other ? -1 : 1)),
  };
}
