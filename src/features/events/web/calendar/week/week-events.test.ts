import { expect, test } from 'vitest';
import type { Day, LocalDateTime } from '#kit/day.ts';
import { toInstants } from '../../../instants.ts';
import type { ShownOccurrence } from '../all-calendars.ts';
import { layOutWeekEvents } from './week-events.ts';

const zones = [
  'America/Los_Angeles',
  'Europe/Dublin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Havana',
];

function occurrence(localStart: LocalDateTime, localEnd: LocalDateTime, timeZone: string) {
  const { startsAt, endsAt } = toInstants(localStart, localEnd, timeZone);
  return {
    occurrenceId: 'one',
    localStart,
    localEnd,
    timeZone,
    occurrenceStartDate: startsAt,
    occurrenceEndDate: endsAt,
  } as ShownOccurrence;
}

const days = [
  '2026-03-08',
  '2026-03-09',
  '2026-03-10',
  '2026-03-11',
  '2026-03-12',
  '2026-03-13',
  '2026-03-14',
] as const satisfies readonly Day[];

test.each(zones.flatMap((zone) => zones.map((other) => [zone, other] as const)))(
  'days of %s are the same days in a week of %s, also when clocks change',
  (zone, other) => {
    for (const day of days.slice(0, 6)) {
      const next = days[days.indexOf(day) + 1] ?? day;
      const shown = occurrence(`${day}T00:00`, `${next}T00:00`, zone);
      const { bars, segments } = layOutWeekEvents(days, new Map([[day, [shown]]]), other);
      const places = bars.map(({ column, span }) => [column, span]);
      expect(places).toEqual([[days.indexOf(day), 1]]);
      expect([...segments.values()].flat()).toEqual([]);
    }
  },
);
