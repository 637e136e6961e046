/** The demo's events: two years of the past and one of the future. */
import type { Day } from '#kit/day.ts';
import type { SeededRandom } from './seeded-random.ts';

export const demoCalendars = ['Chapter events', 'Forums', 'Learning'] as const;
export type DemoCalendar = (typeof demoCalendars)[number];

export type DemoEvent = {
  calendar: DemoCalendar;
  title: string;
  description: string;
  location: string;
  start: Temporal.PlainDateTime;
  end: Temporal.PlainDateTime;
  categoryColor: string;
};

type Habit = {
  calendar: DemoCalendar;
  titles: readonly string[];
  description: string;
  locations: readonly string[];
  color: string;
  /** The n-th weekday (1 Monday … 7 Sunday) of every `everyMonths`-th month. */
  nth: number;
  weekday: number;
  everyMonths: number;
  hour: number;
  hours: number;
};

const blue = '2563eb';
const orange = 'f59e0b';
const green = '059669';
const red = 'dc2626';
const purple = '7c3aed';
const cyan = '0891b2';
const pink = 'db2777';

/** What the demo's chapter calls the colors of its events. */
export const demoCategories = [
  { color: blue, name: 'Board' },
  { color: orange, name: 'Social' },
  { color: green, name: 'Learning' },
  { color: red, name: 'All Chapter' },
  { color: purple, name: 'Forum' },
  { color: cyan, name: 'Casual' },
  { color: pink, name: 'Pitch' },
];

const harbor = 'Harbor House, 2nd floor';
const office = 'Board room, 600 B Street';

const habits: readonly Habit[] = [
  {
    calendar: 'Chapter events',
    titles: ['Chapter dinner', 'Harbor dinner', "Members' dinner"],
    description: 'Long table, short speeches. Guests welcome.',
    locations: [harbor, 'The Lighthouse, Point Loma', 'Casa Amarilla'],
    color: orange,
    nth: 2,
    weekday: 4,
    everyMonths: 1,
    hour: 19,
    hours: 3,
  },
  {
    calendar: 'Chapter events',
    titles: ['Board sync'],
    description: 'Budget, calendar, open items.',
    locations: [office],
    color: blue,
    nth: 1,
    weekday: 2,
    everyMonths: 1,
    hour: 8,
    hours: 2,
  },
  {
    calendar: 'Chapter events',
    titles: ['Pitch night', "Founders' fireside", 'Deal clinic'],
    description: 'Three companies, ten minutes each, honest questions.',
    locations: ['Foundry Hall', harbor],
    color: pink,
    nth: 3,
    weekday: 3,
    everyMonths: 1,
    hour: 18,
    hours: 2,
  },
  {
    calendar: 'Chapter events',
    titles: ['Happy hour', 'Sunset sail', 'Morning surf and coffee'],
    description: 'Nothing on the agenda.',
    locations: ['Pier 3', 'La Jolla Shores', 'North Park Taproom'],
    color: cyan,
    nth: 4,
    weekday: 5,
    everyMonths: 1,
    hour: 17,
    hours: 2,
  },
  {
    calendar: 'Chapter events',
    titles: ['All-chapter meeting'],
    description: 'Figures, plans, votes.',
    locations: ['Foundry Hall'],
    color: red,
    nth: 3,
    weekday: 1,
    everyMonths: 3,
    hour: 16,
    hours: 3,
  },
  ...[1, 2, 3, 4].map(
    (forum): Habit => ({
      calendar: 'Forums',
      titles: [`Forum ${forum}`],
      description: 'Confidential, on time, phones away.',
      locations: [office, "At the host's"],
      color: purple,
      nth: forum,
      weekday: forum,
      everyMonths: 1,
      hour: 8 + forum,
      hours: 4,
    }),
  ),
  {
    calendar: 'Forums',
    titles: ['Spouse forum'],
    description: 'For partners of members.',
    locations: [harbor],
    color: green,
    nth: 2,
    weekday: 4,
    everyMonths: 2,
    hour: 10,
    hours: 3,
  },
  {
    calendar: 'Learning',
    titles: ['Learning day', 'Workshop: pricing', 'Workshop: hiring', 'Workshop: cash flow'],
    description: 'A guest speaker and a working lunch.',
    locations: ['Foundry Hall', 'Balboa Park, room 4'],
    color: green,
    nth: 2,
    weekday: 3,
    everyMonths: 1,
    hour: 9,
    hours: 6,
  },
  {
    calendar: 'Learning',
    titles: ['Coffee chat'],
    description: 'One question, an hour, six people.',
    locations: ['Dark Horse Coffee', 'Café Lestat'],
    color: cyan,
    nth: 1,
    weekday: 4,
    everyMonths: 1,
    hour: 8,
    hours: 1,
  },
];

/** In order of time. */
export function demoEvents(today: Day, random: SeededRandom): DemoEvent[] {
  const from = Temporal.PlainDate.from(today).with({ day: 1 }).subtract({ months: 24 });
  const events: DemoEvent[] = [];
  for (let month = 0; month < 37; month += 1) {
    const first = from.add({ months: month });
    for (const habit of habits) {
      if (month % habit.everyMonths === 0) events.push(meeting(habit, first, random));
    }
    if (first.month === 5) events.push(retreat(first));
    if (first.month === 12) events.push(gala(first));
  }
  return events.sort(
    (a, b) =>
      Temporal.PlainDateTime.compare(a.start, b.start) || a.title.localeCompare(b.title, 'en'),
  );
}

function meeting(habit: Habit, first: Temporal.PlainDate, random: SeededRandom): DemoEvent {
  const offset = ((habit.weekday - first.dayOfWeek + 7) % 7) + 7 * (habit.nth - 1);
  const start = first
    .add({ days: offset })
    .toPlainDateTime({ hour: habit.hour, minute: random.pick([0, 0, 30]) });
  return {
    calendar: habit.calendar,
    title: random.pick(habit.titles),
    description: habit.description,
    location: random.pick(habit.locations),
    start,
    end: start.add({ hours: habit.hours }),
    categoryColor: habit.color,
  };
}

function retreat(first: Temporal.PlainDate): DemoEvent {
  const friday = first.add({ days: ((5 - first.dayOfWeek + 7) % 7) + 14 });
  return {
    calendar: 'Chapter events',
    title: 'Forum retreat',
    description: 'Three days in the mountains. Bring a jacket.',
    location: 'Julian, Pine Hills Lodge',
    start: friday.toPlainDateTime({ hour: 15 }),
    end: friday.add({ days: 2 }).toPlainDateTime({ hour: 13 }),
    categoryColor: green,
  };
}

function gala(first: Temporal.PlainDate): DemoEvent {
  const saturday = first.add({ days: ((6 - first.dayOfWeek + 7) % 7) + 7 });
  return {
    calendar: 'Chapter events',
    title: 'Winter gala',
    description: 'Black tie optional; good shoes advised.',
    location: 'Hotel del Mar, ballroom',
    start: saturday.toPlainDateTime({ hour: 18 }),
    end: saturday.add({ days: 1 }).toPlainDateTime({ hour: 1 }),
    categoryColor: orange,
  };
}
