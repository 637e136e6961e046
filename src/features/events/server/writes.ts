/** Every write of an event: lock and load it, apply the change, save it with its rows, audit it. */
import type { Id } from '#kit/id.ts';
import { checkRule } from '#kit/recurrence/recurrence.ts';
import { toRule } from '#kit/recurrence/recurrence-pattern.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { type AuditRecord, auditWork } from '#server/audit/audit.ts';
import { checkVersion } from '#server/http/check-version.ts';
import { createTurns } from '#server/turns.ts';
import type { EventChange, EventDetail, NewEvent, ScopeSelection } from '../event.ts';
import { computeHorizon } from '../horizon.ts';
import { checkChanger } from '../rights/may-change-event.ts';
import { mayKeepDoor } from '../rights/may-keep-door.ts';
import {
  endSeriesBefore,
  expandSeriesInTurns,
  resolveOccurrence,
  type Series,
  startSeriesAt,
} from '../series.ts';
import {
  cancelOccurrence,
  editOccurrence,
  editSeries,
  isSameRule,
  type OccurrenceEdit,
} from '../series-change.ts';
import { toAuditTimes } from './audit-times.ts';
import { findEvent } from './detail.ts';
import {
  type EditTarget,
  effectiveScope,
  listAffectedOccurrences,
  resolveTarget,
} from './edit-scope.ts';
import { insertEvent, lockEvent, type StoredEvent } from './event-store.ts';
import { inviteMembers } from './mail/invite-members.ts';
import { checkRoom } from './occurrence-limit.ts';
import { insertRows, moveRows } from './occurrence-rows.ts';
import { cancelEvent, keepStarts, saveException, saveSeries } from './save-series.ts';
import { findCalendar } from './store.ts';
import type { Work } from './work.ts';

type EventAddress = { readonly calendarId: Id<'calendar'>; readonly eventId: Id<'event'> };

export async function createEvent(
  work: Work,
  calendarId: Id<'calendar'>,
  input: NewEvent,
): Promise<Result<EventDetail>> {
  const { tx, caller, now, newId } = work;
  const calendar = await findCalendar(tx, caller.chapterId, calendarId);
  if (!calendar) return notFound('Calendar');
  const {
    startDate: start,
    endDate: end,
    recurrence,
    emailsMembers,
    hidesNames,
    ...fields
  } = input;
  const rule = recurrence && toRule(recurrence);
  const refused = rule && checkRule(start, rule);
  if (refused) return refused;
  const series: Series = { start, end, rule, fields, exceptions: new Map() };
  const horizon = computeHorizon(now, calendar.timeZone);
  const coverage = await expandSeriesInTurns(series, horizon, createTurns());
  if (!coverage.ok) return coverage;
  const room = await checkRoom(work, coverage.value.originals.length);
  if (!room.ok) return room;
  work.chargeRows?.(coverage.value.originals.length);
  const event: StoredEvent = {
    id: newId(),
    calendarId,
    timeZone: calendar.timeZone,
    series,
    expandedUntil: coverage.value.until,
    hidesNames: hidesNames ?? false,
    createdBy: caller.memberId,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  await insertEvent(tx, caller.chapterId, event);
  const occurrences = coverage.value.originals
    .values()
    .map((original) => resolveOccurrence(series, original));
  const ids = await insertRows(tx, caller.chapterId, event, occurrences, newId);
  if (emailsMembers) await inviteMembers(work, ids);
  const created = await findDetail(work, event, ids[0]);
  if (!created) throw new Error('a created event must exist');
  await record(work, 'event.create', undefined, created);
  return ok(created);
}

async function load(
  { tx, caller, ifMatch }: Work,
  { calendarId, eventId }: EventAddress,
  occurrenceId: Id<'occurrence'> | undefined,
): Promise<Result<EditTarget>> {
  const event = await lockEvent(tx, caller.chapterId, calendarId, eventId);
  if (!event) return notFound('Event');
  const refused = checkChanger(caller, event.createdBy);
  if (refused) return refused;
  const stale = checkVersion(event, ifMatch, 'this event');
  if (stale) return stale;
  const target = await resolveTarget(tx, caller.chapterId, event, occurrenceId);
  return target ? ok(target) : notFound('Occurrence');
}

export async function updateEvent(
  work: Work,
  address: EventAddress,
  change: EventChange,
): Promise<Result<EventDetail>> {
  const loaded = await load(work, address, change.occurrenceId);
  if (!loaded.ok) return loaded;
  const { row } = loaded.value;
  const before = await findDetail(work, loaded.value.event, row.id);
  const { scope, occurrenceId: _, startDate, endDate, recurrence, hidesNames, ...changed } = change;
  const event = { ...loaded.value.event, ...(hidesNames === undefined ? {} : { hidesNames }) };
  const target = { ...loaded.value, event };
  if (
    event.hidesNames !== loaded.value.event.hidesNames &&
    !mayKeepDoor(work.caller, event.createdBy)
  )
    return notTheHost;
  const known = resolveOccurrence(event.series, row.original).fields;
  const fields = { ...changed, maxGuests: changed.maxGuests ?? known.maxGuests };
  const rule = recurrence === undefined ? undefined : recurrence && toRule(recurrence);
  const edit: OccurrenceEdit = { start: startDate, end: endDate, rule, fields };
  const updated = await updateByScope[effectiveScope(scope, target)](work, target, edit);
  if (!updated.ok) return updated;
  const after =
    (await findDetail(work, updated.value, row.id)) ?? (await findDetail(work, updated.value));
  if (!after)
    return refuse('invalid', 'nothing_left', 'This would leave no occurrences of the event');
  await record(work, 'event.update', before, after);
  return ok(after);
}

/** With the event policy `open`; with `creator`, treasurers are refused before, as they may change nothing. */
const notTheHost = refuse(
  'forbidden',
  'not_the_host',
  'Only the host, treasurers, and admins can hide the names',
  { field: 'hidesNames' },
);

const updateByScope = { one: updateOccurrence, following: updateFollowing, all: updateSeries };

async function updateOccurrence(
  work: Work,
  { event, row }: EditTarget,
  edit: OccurrenceEdit,
): Promise<Result<StoredEvent>> {
  const series = editOccurrence(event.series, row.original, edit);
  return series.ok ? saveException(work, event, row, series.value) : series;
}

async function updateSeries(
  work: Work,
  { event, rows, row }: EditTarget,
  edit: OccurrenceEdit,
): Promise<Result<StoredEvent>> {
  const horizon = computeHorizon(work.now, event.timeZone);
  const originals = rows.map(({ original }) => original);
  const changed = editSeries(event.series, row.original, edit, { originals, horizon });
  return changed.ok ? saveSeries(work, event, rows, changed.value) : changed;
}

/**
 * Ends the series before this occurrence and continues it as a new event. The occurrences keep their
 * ids and RSVPs. Linked expenses stay with the original event.
 */
async function updateFollowing(
  work: Work,
  { event, rows, row }: EditTarget,
  edit: OccurrenceEdit,
): Promise<Result<StoredEvent>> {
  const { tx, caller, newId } = work;
  const { series } = event;
  const [from, chapterId] = [row.original, caller.chapterId];
  const rest: StoredEvent = {
    ...event,
    id: newId(),
    series: startSeriesAt(series, from),
    // The version goes on, because calendars compare it by the ids of occurrences, which stay.
  };
  await insertEvent(tx, chapterId, rest);
  await moveRows(tx, chapterId, { from: event.id, to: rest.id, original: from });
  const earlier = rows.filter(({ original }) => original < from);
  const ended = endSeriesBefore(series, from);
  const newStartByOldStart = keepStarts(ended, earlier);
  const saved = await saveSeries(work, event, earlier, { series: ended, newStartByOldStart });
  if (!saved.ok) return saved;
  const later = rows.filter(({ original }) => original >= from);
  return updateSeries(
    work,
    { event: rest, rows: later, row },
    adjustRuleToRest(series, rest.series, edit),
  );
}

/** If the rule or its count is unchanged, only the rest of it applies to the new event. */
function adjustRuleToRest(whole: Series, rest: Series, edit: OccurrenceEdit): OccurrenceEdit {
  const { rule } = edit;
  if (!rule || !rest.rule) return edit;
  if (isSameRule(rule, whole.rule)) return { ...edit, rule: undefined };
  const isSameCount =
    rule.end.kind === 'count' &&
    whole.rule?.end.kind === 'count' &&
    rule.end.count === whole.rule.end.count;
  return isSameCount ? { ...edit, rule: { ...rule, end: rest.rule.end } } : edit;
}

/** Returns the number of canceled occurrences. Occurrences with RSVPs or files are kept as canceled. */
export async function removeEvent(
  work: Work,
  address: EventAddress,
  { scope, occurrenceId }: ScopeSelection,
): Promise<Result<{ occurrences: number }>> {
  const loaded = await load(work, address, occurrenceId);
  if (!loaded.ok) return loaded;
  const { event, rows, row } = loaded.value;
  const before = await findDetail(work, event, row.id);
  const effective = effectiveScope(scope, loaded.value);
  const affected = listAffectedOccurrences(effective, loaded.value);
  const isEveryOccurrence = affected.length === rows.filter(({ isCanceled }) => !isCanceled).length;
  const isWholeEvent =
    effective === 'all' ||
    (isEveryOccurrence && (effective !== 'one' || event.expandedUntil === null));
  if (isWholeEvent) {
    await cancelEvent(work, event, rows);
  } else {
    const series =
      effective === 'one'
        ? cancelOccurrence(event.series, row.original)
        : endSeriesBefore(event.series, row.original);
    const earlier = rows.filter(({ original }) => original < row.original);
    const saved =
      effective === 'one'
        ? await saveException(work, event, row, series)
        : await saveSeries(work, event, rows, {
            series,
            newStartByOldStart: keepStarts(series, earlier),
          });
    if (!saved.ok) return saved;
  }
  // Only members with an RSVP for these are notified; those of an earlier canceled date know.
  const canceledIds = affected.filter(({ isExpected }) => isExpected).map(({ id }) => id);
  await record(work, 'event.delete', before, undefined, { canceledIds });
  return ok({ occurrences: affected.length });
}

function findDetail(
  { tx, caller, now }: Work,
  { calendarId, id }: StoredEvent,
  occurrenceId?: Id<'occurrence'>,
): Promise<EventDetail | undefined> {
  return findEvent(tx, caller, { calendarId, eventId: id, occurrenceId }, now);
}

async function record(
  work: Work,
  action: AuditRecord['action'],
  before: EventDetail | undefined,
  after: EventDetail | undefined,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const id = (before ?? after)?.id;
  if (id === undefined) throw new Error('a change must have a before or an after');
  await auditWork(work, {
    action,
    kind: 'event',
    id,
    before: before && { ...toAuditValue(before), ...more },
    after: toAuditValue(after),
  });
}

/** Leaves out RSVPs and files, which have their own audit records. */
function toAuditValue(detail: EventDetail | undefined) {
  if (!detail) return undefined;
  const { participants: _, rsvp: __, fileIds: ___, ...event } = detail;
  const { start, end } = toAuditTimes({ start: event.startDate, end: event.endDate });
  return { ...event, startDate: start, endDate: end };
}
