/** Times that clocks skip, and the series that count one. */
import {
  type Instant,
  instantToLocal,
  type LocalDateTime,
  localToDay,
  localToTime,
} from '#kit/day.ts';
import { isAllDay } from '../all-day.ts';
import { addMinutes, listCounted, type Series } from '../series.ts';
import { createZoneClock } from './ical-clock.ts';

/** From this time on, up to that one. */
export type Gap = { readonly from: LocalDateTime; readonly to: LocalDateTime };

export function listGaps(zone: string, from: Instant, to: Instant): Gap[] {
  return createZoneClock(zone)
    .listChanges(from, to)
    .flatMap((change): Gap[] => {
      const after = Temporal.Instant.from(change).toZonedDateTimeISO(zone);
      const before = after.subtract({ nanoseconds: 1 });
      const minutes = (after.offsetNanoseconds - before.offsetNanoseconds) / 60_000_000_000;
      const end = instantToLocal(change, zone);
      return minutes > 0 ? [{ from: addMinutes(end, -minutes), to: end }] : [];
    });
}

/**
 * The last occurrence of a series that counts one which the clocks skip. Some calendars do not count such a time
 * (RFC 5545, 3.3.10), and would have one more at the end.
 */
export function findLastIfSkipped(series: Series, gaps: readonly Gap[]): LocalDateTime | undefined {
  const { start, end, rule } = series;
  if (rule?.end.kind !== 'count' || isAllDay(start, end)) return undefined;
  const skipped = gaps.flatMap(({ from, to }) =>
    [from, to]
      .map((local): LocalDateTime => `${localToDay(local)}T${localToTime(start)}`)
      .filter((local) => local >= from && local < to && local >= start),
  );
  if (skipped.length === 0) return undefined;
  const counted = listCounted(series);
  const all = new Set(counted);
  return skipped.some((local) => all.has(local)) ? counted.at(-1) : undefined;
}
