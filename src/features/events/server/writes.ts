/** Every write of an event: load under its lock, decide, save it with its rows, record. */
import type { Id } from '#kit/id.ts';
import { refusalOfRule } from '#kit/recurrence/recurrence.ts';
import { ruleOf } from '#kit/recurrence/recurrence-pattern.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { type AuditRecord, audit } from '#server/audit/audit.ts';
import type { EventChange, EventDetail, NewEvent, PartOfEvent } from '../event.ts';
import { horizonOf } from '../horizon.ts';
import { begunAt, coverageOf, endedBefore, expectedAt, type Series } from '../series.ts';
import { cancelledOne, changedAll, changedOne, isSameRule, type Wish } from '../series-change.ts';
import { findEvent } from './detail.ts';
import { insertEvent, lockEvent, type StoredEvent, saveDeletedEvent } from './event-store.ts';
import { deleteOrCancel, handOver, insertRows } from './occurrence-rows.ts';
import { concernedBy, type Meant, meantOf, wayOf } from './part.ts';
import { inPlace, saveException, saveSeries, type Work } from './save-series.ts';
import { findCalendar } from './store.ts';

type Address = { readonly calendarId: Id<'calendar'>; readonly eventId: Id<'event'> };

export async function createEvent(
  work: Work,
  calendarId: Id<'calendar'>,
  stated: NewEvent,
): Promise<Result<EventDetail>> {
  const { tx, caller, now, newId } = work;
  const calendar = await findCalendar(tx, caller.chapterId, calendarId);
  if (!calendar) return notFound('Calendar');
  const { startDate: start, endDate: end, recurrence, ...fields } = stated;
  const rule = recurrence && ruleOf(recurrence);
  const refused = rule && refusalOfRule(start, rule);
  if (refused) return refused;
  const series: Series = { start, end, rule, fields, exceptions: new Map() };
  const coverage = coverageOf(series, horizonOf(now, calendar.timeZone));
  if (!coverage.ok) return coverage;
  const event: StoredEvent = {
    id: newId(),
    calendarId,
    timeZone: calendar.timeZone,
    series,
    expandedUntil: coverage.value.until,
    createdBy: caller.memberId,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  await insertEvent(tx, caller.chapterId, event);
  const made = coverage.value.originals.map((original) => expectedAt(series, original));
  const [first] = await insertRows(tx, caller.chapterId, event, made, newId);
  const created = await detailAt(work, event, first);
  if (!created) throw new Error('a created event must be there');
  await record(work, 'event.create', undefined, created);
  return ok(created);
}

async function load(
  { tx, caller, ifMatch }: Work,
  { calendarId, eventId }: Address,
  occurrenceId: Id<'occurrence'> | undefined,
): Promise<Result<Meant>> {
  const event = await lockEvent(tx, caller.chapterId, calendarId, eventId);
  if (!event) return notFound('Event');
  if (ifMatch !== undefined && ifMatch !== event.version) {
    return refuse(
      'changed',
      'changed_meanwhile',
      'Someone else changed this event while you were editing',
    );
  }
  const meant = await meantOf(tx, caller.chapterId, event, occurrenceId);
  return meant ? ok(meant) : notFound('Occurrence');
}

export async function updateEvent(
  work: Work,
  address: Address,
  change: EventChange,
): Promise<Result<EventDetail>> {
  const loaded = await load(work, address, change.occurrenceId);
  if (!loaded.ok) return loaded;
  const { event, row } = loaded.value;
  const before = await detailAt(work, event, row.id);
  const { scope, occurrenceId: _, startDate, endDate, recurrence, ...fields } = change;
  const rule = recurrence === undefined ? undefined : recurrence && ruleOf(recurrence);
  const wish: Wish = { start: startDate, end: endDate, rule, fields };
  const changed = await ways[wayOf(scope, loaded.value)](work, loaded.value, wish);
  if (!changed.ok) return changed;
  const after =
    (await detailAt(work, changed.value, row.id)) ?? (await detailAt(work, changed.value));
  if (!after)
    return refuse('invalid', 'nothing_left', 'This would leave no occurrences of the event');
  await record(work, 'event.update', before, after);
  return ok(after);
}

const ways = { one: changeOne, following: changeFollowing, all: changeAll };

async function changeOne(
  work: Work,
  { event, row }: Meant,
  wish: Wish,
): Promise<Result<StoredEvent>> {
  const series = changedOne(event.series, row.original, wish);
  return series.ok ? saveException(work, event, row, series.value) : series;
}

async function changeAll(
  work: Work,
  { event, rows, row }: Meant,
  wish: Wish,
): Promise<Result<StoredEvent>> {
  const horizon = horizonOf(work.now, event.timeZone);
  const originals = rows.map(({ original }) => original);
  const changed = changedAll(event.series, row.original, wish, { originals, horizon });
  return changed.ok ? saveSeries(work, event, rows, changed.value) : changed;
}

/**
 * The series ends before this occurrence; from here on it is another event, whose occurrences keep
 * their ids and their answers. Expenses stay with the first.
 */
async function changeFollowing(
  work: Work,
  { event, rows, row }: Meant,
  wish: Wish,
): Promise<Result<StoredEvent>> {
  const { tx, caller, newId } = work;
  const { series } = event;
  const [from, chapterId] = [row.original, caller.chapterId];
  const rest: StoredEvent = { ...event, id: newId(), series: begunAt(series, from), version: 0 };
  await insertEvent(tx, chapterId, rest);
  await handOver(tx, chapterId, { from: event.id, to: rest.id, original: from });
  const earlier = rows.filter(({ original }) => original < from);
  const ended = endedBefore(series, from);
  const moved = inPlace(ended, earlier);
  const saved = await saveSeries(work, event, earlier, { series: ended, moved });
  if (!saved.ok) return saved;
  const later = rows.filter(({ original }) => original >= from);
  return changeAll(work, { event: rest, rows: later, row }, withRestOf(series, rest.series, wish));
}

/** A rule that was sent as it was told means what is left of it, and so does its count. */
function withRestOf(whole: Series, rest: Series, wish: Wish): Wish {
  const { rule } = wish;
  if (!rule || !rest.rule) return wish;
  if (isSameRule(rule, whole.rule)) return { ...wish, rule: undefined };
  const isSameCount =
    rule.end.kind === 'count' &&
    whole.rule?.end.kind === 'count' &&
    rule.end.count === whole.rule.end.count;
  return isSameCount ? { ...wish, rule: { ...rule, end: rest.rule.end } } : wish;
}

/** How many times it does not happen any more. What was answered stays, cancelled. */
export async function removeEvent(
  work: Work,
  address: Address,
  { scope, occurrenceId }: PartOfEvent,
): Promise<Result<{ occurrences: number }>> {
  const loaded = await load(work, address, occurrenceId);
  if (!loaded.ok) return loaded;
  const { event, rows, row } = loaded.value;
  const before = await detailAt(work, event, row.id);
  const way = wayOf(scope, loaded.value);
  const concerned = concernedBy(way, loaded.value);
  const isAllOfIt = concerned.length === rows.filter(({ isCancelled }) => !isCancelled).length;
  const isOver = way === 'all' || (isAllOfIt && (way !== 'one' || event.expandedUntil === null));
  const { tx, caller, now } = work;
  if (isOver) {
    await saveDeletedEvent(tx, caller.chapterId, event.id, now);
    await deleteOrCancel(tx, caller.chapterId, rows);
  } else {
    const series =
      way === 'one'
        ? cancelledOne(event.series, row.original)
        : endedBefore(event.series, row.original);
    const earlier = rows.filter(({ original }) => original < row.original);
    const saved =
      way === 'one'
        ? await saveException(work, event, row, series)
        : await saveSeries(work, event, rows, { series, moved: inPlace(series, earlier) });
    if (!saved.ok) return saved;
  }
  await record(work, 'event.delete', before, undefined);
  return ok({ occurrences: concerned.length });
}

function detailAt(
  { tx, caller, now }: Work,
  { calendarId, id }: StoredEvent,
  occurrenceId?: Id<'occurrence'>,
): Promise<EventDetail | undefined> {
  return findEvent(tx, caller, { calendarId, eventId: id, occurrenceId }, now);
}

async function record(
  { tx, caller, now, newId }: Work,
  action: AuditRecord['action'],
  before: EventDetail | undefined,
  after: EventDetail | undefined,
): Promise<void> {
  const { chapterId, memberId } = caller;
  const id = (before ?? after)?.id;
  if (id === undefined) throw new Error('nothing is there to be recorded');
  await audit(
    tx,
    { chapterId, memberId, now, newId },
    { action, kind: 'event', id, before: kept(before), after: kept(after) },
  );
}

/** Without who comes, which has records of its own. */
function kept(detail: EventDetail | undefined) {
  if (!detail) return undefined;
  const { participants: _, rsvp: __, ...event } = detail;
  return event;
}
