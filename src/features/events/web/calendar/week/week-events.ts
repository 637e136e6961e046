import { addDays } from '#kit/calendar/month.ts';
import { type Day, instantToLocal } from '#kit/day.ts';
import { isAllDay } from '../../../all-day.ts';
import type { ShownOccurrence } from '../all-calendars.ts';
import { layOutWeek, type WeekBar } from '../week-bars.ts';
import { findClockChange } from './clock-change.ts';
import { type DaySegment, isBar, layOutDay } from './lay-out-day.ts';

export type WeekEvents = {
  readonly bars: readonly WeekBar<ShownOccurrence>[];
  readonly segments: ReadonlyMap<Day, readonly DaySegment<ShownOccurrence>[]>;
  /** With the times on the wall clock of the week's zone. */
  readonly find: (occurrenceId: string | undefined) => ShownOccurrence | undefined;
  /** As the server sent it. */
  readonly findOriginal: (occurrenceId: string) => ShownOccurrence | undefined;
};

/** Lays out the events of some days: bars above the hours, and what is at the hours of each day. */
export function layOutWeekEvents(
  days: readonly [Day, ...Day[]],
  eventsByDay: ReadonlyMap<Day, readonly ShownOccurrence[]>,
  timeZone: string,
): WeekEvents {
  const hasClockChange = days.some((day) => findClockChange(day, timeZone) !== undefined);
  // The last event of the day before may run into the first day.
  const found = [addDays(days[0], -1), ...days].flatMap((day) => eventsByDay.get(day) ?? []);
  const unique = new Map(
    found.map((each) => [
      each.occurrenceId as string,
      hasClockChange || each.timeZone !== timeZone ? toWallClock(each, timeZone) : each,
    ]),
  );
  const all = [...unique.values()];
  const timed = all.filter((each) => !isBar(each));
  return {
    bars: layOutWeek(days, all.filter(isBar)),
    segments: new Map(days.map((day) => [day, layOutDay(day, timed)])),
    find: (occurrenceId) => unique.get(occurrenceId ?? ''),
    findOriginal: (occurrenceId) => found.find((each) => each.occurrenceId === occurrenceId),
  };
}

/** Whole days are the same in every zone. */
function toWallClock(occurrence: ShownOccurrence, timeZone: string): ShownOccurrence {
  if (isAllDay(occurrence.localStart, occurrence.localEnd)) return occurrence;
  return {
    ...occurrence,
    localStart: instantToLocal(occurrence.occurrenceStartDate, timeZone),
    localEnd: instantToLocal(occurrence.occurrenceEndDate, timeZone),
  };
}
