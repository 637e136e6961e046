import { type Day, type LocalDateTime, localToDay, localToTime } from '#kit/day.ts';
import { type CalendarOccurrence } from '../../../group-by-day.ts';
import { minutesPerDay } from './clock-change.ts';

/** A shorter event is drawn this long, so that it can be read and pressed. */
export const minShownMinutes = 30;

/** An occurrence on one day of a week, side by side with those at the same time. */
export type DaySegment<T> = {
  readonly occurrence: T;
  /** In minutes since midnight, at least `minShownMinutes` apart. */
  readonly from: number;
  readonly to: number;
  /** The place among the `lanes` that share the width of the day, from 0, and how many it takes. */
  readonly lane: number;
  readonly span: number;
  readonly lanes: number;
  readonly startsHere: boolean;
  readonly endsHere: boolean;
};

export function toMinutes(local: LocalDateTime): number {
  const [hour, minute] = localToTime(local).split(':');
  return Number(hour) * 60 + Number(minute);
}

/** Whether an occurrence takes a whole day or more, and is a bar above the hours. */
export function isBar({ localStart, localEnd }: Omit<CalendarOccurrence, 'occurrenceId'>): boolean {
  const [start, end] = [localStart, localEnd].map((local) => Temporal.PlainDateTime.from(local));
  return (
    start !== undefined &&
    end !== undefined &&
    start.until(end).total('minutes') >= minutesPerDay - 1
  );
}

/** Lays out the occurrences of a day that are no bars. */
export function layOutDay<T extends CalendarOccurrence>(
  day: Day,
  occurrences: Iterable<T>,
): DaySegment<T>[] {
  const segments = [...occurrences].flatMap((each) => cutToDay(day, each)).sort(compareSegments);
  /** Segments that overlap one another, directly or through others. */
  const groups: Cut<T>[][] = [];
  let groupEnd = 0;
  for (const segment of segments) {
    const group = groups.at(-1);
    if (group && segment.from < groupEnd) group.push(segment);
    else groups.push([segment]);
    groupEnd = Math.max(groupEnd, segment.to);
  }
  return groups.flatMap(shareWidth);
}

type Cut<T> = Omit<DaySegment<T>, 'lane' | 'span' | 'lanes'>;

function cutToDay<T extends CalendarOccurrence>(day: Day, occurrence: T): Cut<T>[] {
  const { localStart, localEnd } = occurrence;
  const [startDay, endDay] = [localToDay(localStart), localToDay(localEnd)];
  if (startDay > day || endDay < day) return [];
  const [startsHere, start] = startDay === day ? [true, toMinutes(localStart)] : [false, 0];
  const end = endDay === day ? toMinutes(localEnd) : minutesPerDay;
  // What ends at midnight has ended on the day before.
  if (!startsHere && end === 0) return [];
  const from = Math.min(start, minutesPerDay - minShownMinutes);
  const to = Math.max(end, from + minShownMinutes);
  const endsHere = endDay === day || (toMinutes(localEnd) === 0 && isNextDay(day, endDay));
  return [{ occurrence, from, to, startsHere, endsHere }];
}

function isNextDay(day: Day, next: Day): boolean {
  return Temporal.PlainDate.from(day).until(Temporal.PlainDate.from(next)).days === 1;
}

function compareSegments(a: Cut<CalendarOccurrence>, b: Cut<CalendarOccurrence>): number {
  if (a.from !== b.from) return a.from - b.from;
  if (a.to !== b.to) return b.to - a.to;
  return a.occurrence.occurrenceId < b.occurrence.occurrenceId ? -1 : 1;
}

/** Each segment takes the first free lane, and the lanes after it that stay free beside it. */
function shareWidth<T>(group: readonly Cut<T>[]): DaySegment<T>[] {
  const lanes: Cut<T>[][] = [];
  const placed = group.map((segment) => {
    const free = lanes.findIndex((lane) => lane.every((each) => !overlaps(each, segment)));
    const lane = free < 0 ? lanes.length : free;
    (lanes[lane] ??= []).push(segment);
    return { ...segment, lane };
  });
  return placed.map((segment) => {
    const taken = lanes.findIndex(
      (lane, index) => index > segment.lane && lane.some((each) => overlaps(each, segment)),
    );
    const span = (taken < 0 ? lanes.length : taken) - segment.lane;
    return { ...segment, span, lanes: lanes.length };
  });
}

function overlaps(
  a: Pick<Cut<unknown>, 'from' | 'to'>,
  b: Pick<Cut<unknown>, 'from' | 'to'>,
): boolean {
  return a.from < b.to && b.from < a.to;
}
