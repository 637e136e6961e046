/** The demo's series and the RSVPs to upcoming events. */
import type { NewEvent } from '#features/events/event.ts';
import type { RsvpAnswer } from '#features/events/rsvp/occurrence-rsvp.ts';
import { type Day, type TimeOfDay, toDay } from '#kit/day.ts';
import type { DemoCalendar, DemoEvent } from './events.ts';

export type DemoSeries = { calendar: DemoCalendar; event: NewEvent };

/** When the series were created; occurrences are generated for 18 months from then. */
export const daysSinceSeries = 80;

/** An endless weekly series, and eight biweekly occurrences with few spots. */
export function demoSeries(today: Day): DemoSeries[] {
  const monday = getMonday(today);
  return [
    {
      calendar: 'Learning',
      event: {
        title: 'Morning coffee',
        description: 'For early risers.',
        location: 'Dark Horse Coffee',
        ...times(monday.subtract({ weeks: 11 }).add({ days: 2 }), '07:30', '08:30'),
        categoryColor: '0891b2',
        recurrence: { ...weekly, byDay: ['WE'] },
        capacity: null,
        maxGuests: 20,
        rsvpClosesMinutesBefore: null,
      },
    },
    {
      calendar: 'Forums',
      event: {
        title: "New members' forum",
        description: 'Eight evenings, the same ten people.',
        location: 'Board room, 600 B Street',
        ...times(monday.subtract({ weeks: 3 }), '17:30', '19:00'),
        categoryColor: '7c3aed',
        recurrence: { ...weekly, interval: 2, byDay: ['MO'], count: 8 },
        capacity: 10,
        maxGuests: 0,
        rsvpClosesMinutesBefore: 1_440,
      },
    },
  ];
}

const weekly = {
  frequency: 'weekly' as const,
  interval: 1,
  byMonthDay: [],
  bySetPosition: [],
  byMonth: [],
  weekStart: 'SU' as const,
  endBy: null,
  count: null,
};

function getMonday(today: Day): Temporal.PlainDate {
  const day = Temporal.PlainDate.from(today);
  return day.subtract({ days: day.dayOfWeek - 1 });
}

function times(
  date: Temporal.PlainDate,
  from: TimeOfDay,
  to: TimeOfDay,
): Pick<NewEvent, 'startDate' | 'endDate'> {
  const day = toDay(date);
  return { startDate: `${day}T${from}`, endDate: `${day}T${to}` };
}

export type DemoAnswer = { event: number; person: number; answer: RsvpAnswer; guests: number };

/** RSVPs come after the announcement and before any deadline. */
export const daysSinceAnswers = 4;

/**
 * RSVPs to the main calendar's next three events, with more people than spots for the first if it
 * is small.
 */
export function demoAnswers(events: readonly DemoEvent[], today: Day): DemoAnswer[] {
  const next = events
    .map((event, index) => ({ event, index }))
    .filter(({ event }) => event.calendar === 'Chapter events')
    .filter(({ event }) => event.start.toPlainDate().toString() > today)
    .slice(0, 3);
  return next.flatMap(({ index }, place) =>
    Array.from({ length: 18 - 4 * place }, (_, person) => ({
      event: index,
      person,
      answer: person % 7 === 5 ? 'maybe' : person % 9 === 8 ? 'not-going' : 'going',
      guests: person % 5 === 2 && person % 7 !== 5 && person % 9 !== 8 ? 1 : 0,
    })),
  );
}

/** Capacity, guest limit and RSVP deadline of the main calendar's events. */
export function getCapacity({ calendar, title }: DemoEvent) {
  const isSmall = /dinner|Pitch|fireside|clinic/.test(title);
  if (calendar !== 'Chapter events' || !isSmall) {
    return { capacity: null, maxGuests: 20, rsvpClosesMinutesBefore: null };
  }
  return { capacity: 14, maxGuests: 2, rsvpClosesMinutesBefore: 2 * 1_440 };
}
