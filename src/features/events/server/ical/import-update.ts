/** What a newer file makes of an imported event: occurrences keep their ids and RSVPs where they can. */
import { createTurns } from '#server/turns.ts';
import { computeHorizon } from '../../horizon.ts';
import { mapMovedSeries } from '../../moved-series.ts';
import type { Series } from '../../series.ts';
import type { EditedSeries } from '../../series-change.ts';
import type { StoredEvent } from '../event-store.ts';
import { type OccurrenceRow, readRows } from '../occurrence-rows.ts';
import { countRsvps } from '../rsvp/rsvp-store.ts';
import type { Work } from '../work.ts';

export type Update = {
  readonly rows: readonly OccurrenceRow[];
  readonly edited: EditedSeries;
  /** RSVPs to coming dates that the event no longer has. */
  readonly lost: number;
};

export async function planUpdate(
  { tx, caller, now, steps }: Work,
  event: StoredEvent,
  series: Series,
): Promise<Update> {
  const { chapterId } = caller;
  const rows = await readRows(tx, chapterId, event.id);
  // A date that was canceled alone may be on again; other canceled rows are only kept for their RSVPs.
  const placed = rows.filter(
    ({ original, isCanceled }) =>
      !isCanceled || series.exceptions.has(original) || event.series.exceptions.has(original),
  );
  const newStartByOldStart = await mapMovedSeries(
    event.series,
    series,
    placed.map(({ original }) => original),
    { horizon: computeHorizon(now, event.timeZone), steps, nextTurn: createTurns() },
  );
  const gone = placed.filter(
    (row) =>
      row.isExpected &&
      !row.isCanceled &&
      row.endsAt > now &&
      !newStartByOldStart.has(row.original),
  );
  const ids = gone.map(({ id }) => id);
  const lost = ids.length === 0 ? 0 : await countRsvps(tx, chapterId, ids);
  return { rows, edited: { series, newStartByOldStart }, lost };
}
