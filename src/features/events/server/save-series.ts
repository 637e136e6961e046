/** Saves an edited series together with its rows. */
import { removeAllFiles } from '#features/files/server/store.ts';
import type { Instant, LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { ok, type Refused, type Result } from '#kit/result.ts';
import { createTurns } from '#server/turns.ts';
import { computeHorizon } from '../horizon.ts';
import { toOccurrenceUid } from '../ical/add-to-calendar.ts';
import { toInstants } from '../instants.ts';
import { expandSeriesInTurns, type Series } from '../series.ts';
import type { EditedSeries } from '../series-change.ts';
import { type StoredEvent, saveDeletedEvent, saveEvent } from './event-store.ts';
import { ownerOfFiles } from './files/owner-of-files.ts';
import { isSameKnown, type Known, queueChangeMails, readKnown } from './mail/queue-change-mails.ts';
import { checkRoom } from './occurrence-limit.ts';
import {
  applyPlan,
  deleteOrCancelRows,
  type OccurrenceRow,
  planRows,
  type RowPlan,
} from './occurrence-rows.ts';
import { lockOccurrences, setCapacity } from './rsvp/occurrence-capacity.ts';
import { releaseSpotsOfLeavers } from './rsvp/release-spots.ts';
import type { Work } from './work.ts';

/**
 * Maps each occurrence to its own start. A canceled row without an exception is not an occurrence of
 * the series; it is kept only for its RSVPs and files.
 */
export function keepStarts(
  { exceptions }: Series,
  rows: readonly OccurrenceRow[],
): Map<LocalDateTime, LocalDateTime> {
  const occurrences = rows.filter((row) => !row.isCanceled || exceptions.has(row.original));
  return new Map(occurrences.map(({ original }) => [original, original]));
}

/** Saves the series and its rows up to the horizon. */
export async function saveSeries(
  work: Work,
  event: StoredEvent,
  rows: readonly OccurrenceRow[],
  { series, newStartByOldStart }: EditedSeries,
): Promise<Result<StoredEvent>> {
  const horizon = computeHorizon(work.now, event.timeZone);
  // A series may have thousands of dates.
  const nextTurn = createTurns();
  const coverage = await expandSeriesInTurns(series, horizon, nextTurn, work.steps);
  if (!coverage.ok) return coverage;
  const { originals, until } = coverage.value;
  const plan = planRows(series, rows, newStartByOldStart, originals);
  await nextTurn();
  const room = await checkRoom(work, plan.created.length);
  if (!room.ok) return room;
  work.chargeRows?.(originals.length);
  const after = nextVersion(work, { ...event, series, expandedUntil: until });
  return write(work, after, rows, plan);
}

/** Saves a series of which only this occurrence changed, or is on again. */
export async function saveException(
  work: Work,
  event: StoredEvent,
  row: OccurrenceRow,
  series: Series,
): Promise<Result<StoredEvent>> {
  const after = nextVersion(work, { ...event, series });
  const own = new Map([[row.original, row.original]]);
  return write(work, after, [row], planRows(series, [row], own, []));
}

function nextVersion({ now }: Work, event: StoredEvent): StoredEvent {
  return { ...event, updatedAt: now, version: event.version + 1 };
}

async function write(
  work: Work,
  after: StoredEvent,
  rows: readonly OccurrenceRow[],
  plan: RowPlan,
): Promise<Result<StoredEvent>> {
  const { tx, caller, newId } = work;
  const expected = await readExpected(work, rows);
  await saveEvent(tx, caller.chapterId, after);
  const refused = await setCapacities(work, after, rows, plan);
  if (refused) return refused;
  await applyPlan(tx, caller.chapterId, after, plan, newId);
  await queueChangeMails(work, findChanged(work, expected, after, plan));
  return ok(after);
}

type Expected = Known & { readonly endsAt: Instant };

/** What members with an RSVP or an invitation expect of these rows. */
async function readExpected(
  { tx, caller, sendsMail }: Work,
  rows: readonly OccurrenceRow[],
): Promise<Map<Id<'occurrence'>, Expected>> {
  const expected = sendsMail ? rows.filter(({ isExpected }) => isExpected) : [];
  const known = await readKnown(
    tx,
    caller.chapterId,
    expected.map(({ id }) => id),
  );
  return new Map(
    expected.flatMap(({ id, endsAt }) => {
      const before = known.get(id);
      return before ? [[id, { ...before, endsAt }]] : [];
    }),
  );
}

/** Of those not over before or after the change. */
function findChanged(
  { now }: Work,
  expected: ReadonlyMap<Id<'occurrence'>, Expected>,
  { id: eventId, timeZone, series }: StoredEvent,
  { kept, canceled }: RowPlan,
): Map<Id<'occurrence'>, Known> {
  const changed = new Map<Id<'occurrence'>, Known>();
  const compare = (id: Id<'occurrence'>, after: Known, endsAt?: Instant) => {
    const found = expected.get(id);
    if (!found) return;
    const { endsAt: endedAt, ...before } = found;
    const isOver = endedAt <= now && (endsAt === undefined || endsAt <= now);
    if (!isOver && !isSameKnown(before, after)) changed.set(id, before);
  };
  for (const { id, start, end, fields, isCanceled } of kept) {
    if (!expected.has(id)) continue;
    const isRecurring = series.rule !== null;
    const uid = toOccurrenceUid({ id: eventId, occurrenceId: id, isRecurring });
    const after = { start, end, location: fields.location, isCanceled: isCanceled, uid };
    compare(id, after, toInstants(start, end, timeZone).endsAt);
  }
  for (const { id } of canceled) {
    const before = expected.get(id);
    if (before) compare(id, { ...before, isCanceled: true });
  }
  return changed;
}

/** Saves the whole event as canceled. Its files go, as no one sees them again. */
export async function cancelEvent(
  work: Work,
  event: StoredEvent,
  rows: readonly OccurrenceRow[],
): Promise<void> {
  const { tx, caller, now } = work;
  const expected = await readExpected(work, rows);
  await saveDeletedEvent(tx, caller.chapterId, event.id, now);
  await deleteOrCancelRows(tx, caller.chapterId, rows);
  for (const { id } of rows.filter((row) => row.hasFiles)) {
    await removeAllFiles(work, ownerOfFiles(caller, id));
  }
  const plan = { created: [], kept: [], removed: [], canceled: rows };
  await queueChangeMails(work, findChanged(work, expected, event, plan));
}

/**
 * Occurrences that are canceled, or over before and after the edit, keep their capacity. Those that are
 * on again give the spots of members who left meanwhile to those who wait.
 */
async function setCapacities(
  { tx, caller, now, newId }: Work,
  { timeZone }: StoredEvent,
  rows: readonly OccurrenceRow[],
  { kept }: RowPlan,
): Promise<Refused | undefined> {
  const known = new Map(rows.map((row) => [row.id, row]));
  const changed = kept.filter(({ id, start, end, fields, isCanceled }) => {
    const row = known.get(id);
    if (!row || isCanceled) return false;
    if (!row.isCanceled && row.capacity === fields.capacity) return false;
    return row.endsAt > now || toInstants(start, end, timeZone).endsAt > now;
  });
  const by = { ...caller, now, newId };
  const restored = changed.filter(({ id }) => known.get(id)?.isCanceled).map(({ id }) => id);
  if (restored.length > 0) {
    // All at once: removing a member locks them in the same order.
    await lockOccurrences(
      tx,
      caller.chapterId,
      changed.map(({ id }) => id),
    );
    await releaseSpotsOfLeavers(tx, by, restored);
  }
  for (const [capacity, occurrences] of Map.groupBy(changed, ({ fields }) => fields.capacity)) {
    const ids: Id<'occurrence'>[] = occurrences.map(({ id }) => id);
    const set = await setCapacity(tx, by, ids, capacity);
    if (!set.ok) return set;
  }
  return undefined;
}
