import { daysBetween } from '#kit/calendar/window.ts';
import { type Day, localToDay } from '#kit/day.ts';
import { type CalendarOccurrence, lastShownDay } from '../../group-by-day.ts';

/** The height of a lane in a day. */
export const laneRem = 1.5;
/** The height of a day's number in the month, which is above the first lane. */
export const numberRem = 1.375;

/** An occurrence in a week of the month grid: one bar over all of its days. */
export type WeekBar<T> = {
  readonly occurrence: T;
  /** The column of its first day in this week, from 0. */
  readonly column: number;
  /** The number of its days in this week. */
  readonly span: number;
  /** The line within the days, from 0. Bars that share a day never share a lane. */
  readonly lane: number;
  readonly startsHere: boolean;
  readonly endsHere: boolean;
};

/**
 * Lays out the occurrences of a week. Each takes the first free lane, in order of the day they start,
 * longest first, so that a bar keeps its lane on all of its days.
 */
export function layOutWeek<T extends CalendarOccurrence>(
  week: readonly Day[],
  occurrences: Iterable<T>,
): WeekBar<T>[] {
  const [first, last] = [week[0], week.at(-1)];
  if (first === undefined || last === undefined) return [];
  const unique = new Map([...occurrences].map((each) => [each.occurrenceId, each]));
  const bars = [...unique.values()].flatMap((occurrence) => {
    const [start, end] = [localToDay(occurrence.localStart), lastShownDay(occurrence)];
    if (start > last || end < first) return [];
    const column = start < first ? 0 : daysBetween(first, start);
    const lastColumn = end > last ? week.length - 1 : daysBetween(first, end);
    const span = lastColumn - column + 1;
    return [{ occurrence, column, span, startsHere: start >= first, endsHere: end <= last }];
  });
  /** The last column taken in each lane. */
  const lanes: number[] = [];
  return bars.sort(compareBars).map((bar) => {
    const free = lanes.findIndex((taken) => taken < bar.column);
    const lane = free < 0 ? lanes.length : free;
    lanes[lane] = bar.column + bar.span - 1;
    return { ...bar, lane };
  });
}

/**
 * The bars to show above '+N more', which leaves its line to a bar on whose days nothing more would be
 * hidden.
 */
export function pickShown<T>(bars: readonly WeekBar<T>[], maxChips: number): WeekBar<T>[] {
  const hidden = bars.filter(({ lane }) => lane > maxChips);
  return bars.filter(
    (bar) =>
      bar.lane < maxChips ||
      (bar.lane === maxChips && !hidden.some((other) => shareDay(bar, other))),
  );
}

function shareDay(a: WeekBar<unknown>, b: WeekBar<unknown>): boolean {
  return a.column < b.column + b.span && b.column < a.column + a.span;
}

type Placed = { column: number; span: number; occurrence: CalendarOccurrence };

function compareBars(a: Placed, b: Placed): number {
  if (a.column !== b.column) return a.column - b.column;
  if (a.span !== b.span) return b.span - a.span;
  const [one, other] = [a.occurrence, b.occurrence];
  if (one.localStart !== other.localStart) return one.localStart < other.localStart ? -1 : 1;
  if (one.localEnd !== other.localEnd) return one.localEnd > other.localEnd ? -1 : 1;
  return one.occurrenceId < other.occurrenceId ? -1 : 1;
}
