/** A changed series and its rows, written together; who was let in by more room is told by the rows. */
import type { MemberCaller } from '#kit/caller.ts';
import type { Instant, LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { ok, type Refused, type Result } from '#kit/result.ts';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { horizonOf } from '../horizon.ts';
import { instantsOf } from '../instants.ts';
import { coverageOf, type Series } from '../series.ts';
import type { Changed } from '../series-change.ts';
import { type StoredEvent, saveEvent } from './event-store.ts';
import { applyPlan, type OccurrenceRow, planRows, type RowPlan } from './occurrence-rows.ts';
import { setCapacity } from './rsvp/rsvp-room.ts';

/** The transaction a write happens in, and who, when and with which ids. */
export type Work = {
  readonly tx: Tx;
  readonly caller: Pick<MemberCaller, 'chapterId' | 'memberId'>;
  readonly now: Instant;
  readonly newId: NewId;
  /** The version the caller saw. */
  readonly ifMatch?: number | undefined;
};

/**
 * Each occurrence stays where it was. A cancelled row that the series makes no exception of is none
 * of its occurrences: it is kept for its answers alone.
 */
export function inPlace(
  { exceptions }: Series,
  rows: readonly OccurrenceRow[],
): Map<LocalDateTime, LocalDateTime> {
  const occurrences = rows.filter((row) => !row.isCancelled || exceptions.has(row.original));
  return new Map(occurrences.map(({ original }) => [original, original]));
}

/** Writes the series with all its rows, as far as the horizon. */
export async function saveSeries(
  work: Work,
  event: StoredEvent,
  rows: readonly OccurrenceRow[],
  { series, moved }: Changed,
): Promise<Result<StoredEvent>> {
  const coverage = coverageOf(series, horizonOf(work.now, event.timeZone));
  if (!coverage.ok) return coverage;
  const { originals, until } = coverage.value;
  const after = changedAt(work, { ...event, series, expandedUntil: until });
  return write(work, after, rows, planRows(series, rows, moved, originals));
}

/** Writes the series, of which only this occurrence changed. */
export async function saveException(
  work: Work,
  event: StoredEvent,
  row: OccurrenceRow,
  series: Series,
): Promise<Result<StoredEvent>> {
  const after = changedAt(work, { ...event, series });
  return write(work, after, [row], planRows(series, [row], inPlace(series, [row]), []));
}

function changedAt({ now }: Work, event: StoredEvent): StoredEvent {
  return { ...event, updatedAt: now, version: event.version + 1 };
}

async function write(
  work: Work,
  after: StoredEvent,
  rows: readonly OccurrenceRow[],
  plan: RowPlan,
): Promise<Result<StoredEvent>> {
  const { tx, caller, newId } = work;
  await saveEvent(tx, caller.chapterId, after);
  const refused = await setCapacities(work, after, rows, plan);
  if (refused) return refused;
  await applyPlan(tx, caller.chapterId, after, plan, newId);
  return ok(after);
}

/** What is over, and stays so, or does not happen, keeps the capacity it had. */
async function setCapacities(
  { tx, caller, now, newId }: Work,
  { timeZone }: StoredEvent,
  rows: readonly OccurrenceRow[],
  { kept }: RowPlan,
): Promise<Refused | undefined> {
  const known = new Map(rows.map((row) => [row.id, row]));
  const changed = kept.filter(({ id, start, end, fields, isCancelled }) => {
    const row = known.get(id);
    if (!row || isCancelled || row.capacity === fields.capacity) return false;
    return row.endsAt > now || instantsOf(start, end, timeZone).endsAt > now;
  });
  const by = { ...caller, now, newId };
  for (const [capacity, occurrences] of Map.groupBy(changed, ({ fields }) => fields.capacity)) {
    const ids: Id<'occurrence'>[] = occurrences.map(({ id }) => id);
    const set = await setCapacity(tx, by, ids, capacity);
    if (!set.ok) return set;
  }
  return undefined;
}
