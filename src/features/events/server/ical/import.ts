/** Imports events from a file: creates new ones and updates those that changed since. */
import { type Budget, createBudget, type MeasuredBudget } from '#kit/budget.ts';
import { formatCount, plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { cut } from '#kit/text.ts';
import { auditWork } from '#server/audit/audit.ts';
import { createTurns } from '#server/turns.ts';
import { type Category, findColorByName } from '../../categories/category.ts';
import type { ImportedEvent, ImportReport } from '../../feed-contract.ts';
import { computeHorizon } from '../../horizon.ts';
import type { ParsedEvent } from '../../ical/ical-parse.ts';
import type { Calendar } from '../../listing-contract.ts';
import { checkChanger } from '../../rights/may-change-event.ts';
import { expandSeriesInTurns } from '../../series.ts';
import { readCategories } from '../categories/category-store.ts';
import { lockEvent, readEvents, type StoredEvent } from '../event-store.ts';
import { checkRoom, countRoom } from '../occurrence-limit.ts';
import { saveSeries } from '../save-series.ts';
import { findCalendar } from '../store.ts';
import type { Work } from '../work.ts';
import { removeEvent } from '../writes.ts';
import { type Changes, listChanges } from './import-changes.ts';
import { hashContent, toAuditValue, toSeries } from './import-content.ts';
import { gatherNewEvents, type NewEvents } from './import-new.ts';
import { importOccurrence } from './import-occurrence.ts';
import {
  findOrigins,
  findOwnEvents,
  isOutdated,
  type Origin,
  readOwnId,
  saveOrigin,
} from './import-origins.ts';
import { planUpdate } from './import-update.ts';
import {
  type FileLimits,
  type ReadFile,
  refuseMany,
  repeatsTooLong,
  toRows,
} from './parse-file.ts';

type ImportOptions = {
  /** Reports what would be imported, writes nothing and locks nothing. */
  readonly isDryRun: boolean;
  readonly includesPrivate: boolean;
  readonly limits: FileLimits;
  /** Called before each event with the number of those before it; throws to end the import. */
  readonly onEvent?: (done: number) => void;
};

type ImportWork = Work & {
  readonly isDryRun: boolean;
  readonly steps: MeasuredBudget;
  readonly room: Budget;
  /** Rows that the file's events have. */
  readonly rows: Budget;
  readonly changed: Budget;
  /** Of events of the file that were imported before, by UID. */
  readonly origins: ReadonlyMap<string, Origin>;
  /** Those events as they were when the import began, not locked. */
  readonly known: ReadonlyMap<Id<'event'>, StoredEvent>;
  /** Events of the chapter whose ids the file's UIDs have. */
  readonly own: ReadonlySet<Id<'event'>>;
  /** The chapter's, by whose names those of the file are found. */
  readonly categories: readonly Category[];
  readonly newEvents: NewEvents;
};

export async function importEvents(
  writing: Work,
  calendarId: Id<'calendar'>,
  read: ReadFile,
  options: ImportOptions,
): Promise<Result<ImportReport>> {
  const { isDryRun, limits } = options;
  const { tx, caller } = writing;
  const calendar = await findCalendar(tx, caller.chapterId, calendarId);
  if (!calendar) return notFound('Calendar');
  // A calendar keeps its zone; if it ever did not, what was read would be wrong.
  if (calendar.timeZone !== read.timeZone) throw new Error('the calendar has another zone');
  if (!isDryRun) await lockCalendar(writing, calendarId);
  const origins = await findOrigins(writing, calendarId, read.events);
  const work: ImportWork = {
    ...writing,
    isDryRun,
    steps: createBudget(limits.maxSteps),
    rows: createBudget(limits.maxRows),
    changed: createBudget(limits.maxChanged),
    room: createBudget(await countRoom(tx, caller.chapterId)),
    origins,
    known: await readKnown(writing, calendarId, [...origins.values()]),
    own: await findOwnEvents(writing, read.events),
    categories: await readCategories(tx, caller.chapterId),
    newEvents: gatherNewEvents(writing, calendar),
  };
  const imported = await importAll(work, calendar, read, options);
  work.chargeRows?.(toRows(work.steps));
  return imported;
}

async function importAll(
  work: ImportWork,
  calendar: Calendar,
  read: ReadFile,
  { isDryRun, includesPrivate, limits, onEvent }: ImportOptions,
): Promise<Result<ImportReport>> {
  const nextTurn = createTurns();
  const items: ImportedEvent[] = [];
  for (const event of read.events) {
    onEvent?.(items.length);
    const outcome =
      event.isPrivate && !includesPrivate ? isLeftOut : await importEvent(work, calendar, event);
    if (work.steps.isSpent()) return repeatsTooLong(event);
    if (work.rows.isSpent()) return occursTooOften(event, limits);
    if (work.changed.isSpent()) return refuseMany(limits.maxChanged, 'events that changed');
    items.push(describe(event, outcome, work.categories));
    await nextTurn();
  }
  await work.newEvents.flush();
  return ok({ isApplied: !isDryRun, items });
}

/** So that concurrent imports create nothing twice. */
async function lockCalendar({ tx, caller }: Work, calendarId: Id<'calendar'>): Promise<void> {
  await tx
    .selectFrom('calendar')
    .select('id')
    .where('chapter_id', '=', caller.chapterId)
    .where('id', '=', calendarId)
    .forNoKeyUpdate()
    .execute();
}

const knownAtOnce = 50;

async function readKnown(
  { tx, caller }: Work,
  calendarId: Id<'calendar'>,
  origins: readonly Origin[],
): Promise<Map<Id<'event'>, StoredEvent>> {
  const known = new Map<Id<'event'>, StoredEvent>();
  for (let from = 0; from < origins.length; from += knownAtOnce) {
    const ids = origins.slice(from, from + knownAtOnce).map(({ eventId }) => eventId);
    for (const event of await readEvents(tx, caller.chapterId, ids)) {
      if (event.calendarId === calendarId) known.set(event.id, event);
    }
  }
  return known;
}

function describe(
  event: ParsedEvent,
  outcome: Result<Imported>,
  categories: readonly Category[],
): ImportedEvent {
  const { uid, title, times, isRecurring, isPrivate } = event;
  const losses = [
    ...event.losses,
    ...describeLostCategories(event, categories),
    ...(outcome.ok ? describeLostRsvps(outcome.value.lost) : []),
  ];
  const shown = {
    uid: cut(uid, 500),
    title: cut(title, 200),
    startDate: times?.start ?? null,
    endDate: times?.end ?? null,
    isRecurring,
    isPrivate,
    losses,
  };
  return outcome.ok
    ? { ...shown, changes: outcome.value.changes, outcome: outcome.value.outcome, reason: null }
    : { ...shown, outcome: 'refused', reason: outcome.refusal.message };
}

/** What is shown of an event that its file calls private and that is not to be imported. */
const isLeftOut = refuse('invalid', 'private', 'The file says it is private');
const unknownCanceled = refuse('invalid', 'not_supported', 'Canceled');
const isOlder = refuse('invalid', 'outdated', 'Older than what was imported before');

/** An event has one of the chapter's. */
function describeLostCategories({ read }: ParsedEvent, categories: readonly Category[]): string[] {
  if (!read.ok) return [];
  const named = read.value.categories;
  const color = findColorByName(categories, named);
  const kept = categories.find((each) => each.color === color)?.name.toLowerCase();
  const lost = named.filter((name) => name.toLowerCase() !== kept);
  return lost.length === 0 ? [] : [`Categories not kept: ${cut(lost.join(', '), 200)}`];
}

function describeLostRsvps(lost: number): string[] {
  return lost === 0 ? [] : [`${plural(lost, 'RSVP')} to dates that the file no longer has`];
}

function occursTooOften({ title }: ParsedEvent, { maxRows }: FileLimits) {
  const message = `The events up to “${cut(title, 100)}” have more than ${formatCount(maxRows)} dates. Split the file, or let the series begin later or end earlier`;
  return refuse('invalid', 'too_many_events', message, { field: 'text' });
}

type Imported = {
  readonly outcome: Exclude<ImportedEvent['outcome'], 'refused'>;
  /** RSVPs to dates that the event no longer has. */
  readonly lost: number;
  readonly changes: Changes;
};

const unchanged = ok<Imported>({ outcome: 'unchanged', lost: 0, changes: [] });

async function importEvent(
  work: ImportWork,
  calendar: Calendar,
  parsed: ParsedEvent,
): Promise<Result<Imported>> {
  const { caller, isDryRun } = work;
  const { uid, sequence, stampedAt, read, isCanceled } = parsed;
  const ofSeries = await importDate(work, calendar, parsed);
  if (ofSeries) return ofSeries;
  const known = work.origins.get(uid);
  const seen = known && work.known.get(known.eventId);
  // Also once the event is gone: an older file must not bring back what a newer one canceled.
  // Its content may be there already, whenever it was written.
  const isSame = () => seen && !isCanceled && read.ok && known.hash === hashContent(read.value);
  if (isOutdated(parsed, known) && !isSame()) return isOlder;
  const remember = (origin: Pick<Origin, 'eventId' | 'hash'>) =>
    saveOrigin(work, calendar.id, { uid, ...origin, sequence, stampedAt });
  if (isCanceled) {
    const event = seen && (await takeEvent(work, calendar, seen.id));
    if (!event) return unknownCanceled;
    const refused = checkChanger(caller, event.createdBy);
    if (refused) return refused;
    const canceled = await cancelEvent(work, event);
    if (canceled.ok && !isDryRun) await remember({ eventId: event.id, hash: known.hash });
    return canceled;
  }
  if (!read.ok) return read;
  const hash = hashContent(read.value);
  // Events from this chapter's own feed already exist.
  const ownId = readOwnId(parsed);
  if (ownId !== undefined && work.own.has(ownId)) return unchanged;
  if (seen && known.hash === hash) {
    if (!isDryRun && sequence > known.sequence) await remember(known);
    return unchanged;
  }
  const event = seen && (await takeEvent(work, calendar, seen.id));
  const refused = event && checkChanger(caller, event.createdBy);
  if (refused) return refused;
  const series = toSeries(read.value, event, work.categories);
  const horizon = computeHorizon(work.now, event?.timeZone ?? calendar.timeZone);
  const coverage = await expandSeriesInTurns(series, horizon, createTurns(), work.steps);
  if (!coverage.ok) return coverage;
  const { originals, until } = coverage.value;
  work.rows.spend(originals.length);
  // Updated series are charged when they are saved. Comparing costs less than writing.
  const share = isDryRun ? 0.1 : event ? 0 : 1;
  work.chargeRows?.(share * originals.length);
  const update = event && (await planUpdate(work, event, series));
  const done: Imported = {
    outcome: event ? 'updated' : 'new',
    lost: update?.lost ?? 0,
    changes: event ? listChanges(event.series, series, work.categories) : [],
  };
  // The caller refuses the file.
  if (work.rows.isSpent()) return ok(done);
  const fits = event ? ok(undefined) : await checkRoom(work, originals.length);
  if (!fits.ok) return fits;
  if (isDryRun) return ok(done);
  if (!event || !update) {
    await work.newEvents.add({ uid, hash, sequence, stampedAt, series, originals, until });
    return ok(done);
  }
  const saved = await saveSeries(work, event, update.rows, update.edited);
  if (!saved.ok) return saved;
  await remember({ eventId: event.id, hash });
  await auditWork(work, {
    action: 'event.update',
    kind: 'event',
    id: event.id,
    before: toAuditValue(event.series),
    after: { ...toAuditValue(series), importedFrom: uid },
  });
  return ok(done);
}

/** An event to be changed, locked until the transaction ends unless nothing is written. */
function takeEvent(
  { tx, caller, isDryRun, known, changed }: ImportWork,
  calendar: Calendar,
  eventId: Id<'event'>,
): Promise<StoredEvent | undefined> {
  changed.spend(1);
  if (isDryRun) return Promise.resolve(known.get(eventId));
  return lockEvent(tx, caller.chapterId, calendar.id, eventId);
}

/** Undefined unless the event is one date of a series that was imported before, and not on its own. */
async function importDate(
  work: ImportWork,
  calendar: Calendar,
  { uid, ofSeries, sequence, stampedAt, read, isCanceled }: ParsedEvent,
): Promise<Result<Imported> | undefined> {
  const origin = ofSeries && work.origins.get(ofSeries.uid);
  const own = work.origins.get(uid);
  if (!origin || (own && own.eventId !== origin.eventId)) return undefined;
  const event = await takeEvent(work, calendar, origin.eventId);
  if (!event?.series.rule) return undefined;
  if (sequence < origin.sequence || isOutdated({ sequence, stampedAt }, own)) return isOlder;
  if (!isCanceled && !read.ok) return read;
  const hash = isCanceled || !read.ok ? hashOfCanceled : hashContent(read.value);
  // The date may be back since, by a newer file of the whole series.
  if (own?.hash === hash && !isCanceled) return unchanged;
  const refused = checkChanger(work.caller, event.createdBy);
  if (refused) return refused;
  const series = read.ok ? toSeries(read.value, event, work.categories) : undefined;
  const date = { uid, date: ofSeries.date, isCanceled, series };
  const done = await importOccurrence(work, event, date, work.isDryRun);
  if (!done.ok) return done;
  if (!work.isDryRun)
    await saveOrigin(work, calendar.id, { uid, eventId: event.id, hash, sequence, stampedAt });
  return ok({ ...done.value, lost: 0 });
}

const hashOfCanceled = 'canceled';

/** As if someone deleted it: members with an RSVP still see it, canceled, and are notified. */
async function cancelEvent(
  work: ImportWork,
  { id, calendarId }: StoredEvent,
): Promise<Result<Imported>> {
  const done = ok<Imported>({ outcome: 'canceled', lost: 0, changes: [] });
  if (work.isDryRun) return done;
  const removed = await removeEvent(
    { ...work, ifMatch: undefined },
    { calendarId, eventId: id },
    { scope: 'all' },
  );
  return removed.ok ? done : removed;
}
