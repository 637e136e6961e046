import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
import { createBudget } from '#kit/budget.ts';
import { formatLocal, type Instant, type LocalDateTime, localToInstant } from '#kit/day.ts';
import { toLine } from '#kit/line.ts';
import { parseRule } from '#kit/recurrence/rule-text.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { Exception, Series } from '../series.ts';
import { readSeries, readText } from '../testing/read-calendar.ts';
import { createClocks } from './ical-clock.ts';
import { type FeedEvent, formatFeed, formatFeedInParts, maxEntries } from './ical-feed.ts';
import { formatTimeZone } from './ical-zone.ts';

const now: Instant = '2026-11-20T10:00:00.000Z';
const fields = {
  title: 'Forum, monthly; in “Café”',
  description: 'Line one\nline two \\ end',
  location: 'Pier 1, hall A',
  categoryColor: '2563eb',
  capacity: null,
  maxGuests: 20,
  rsvpClosesMinutesBefore: null,
};

function createEvent(more: Partial<FeedEvent>, ruleText?: string): FeedEvent {
  const parsed = ruleText === undefined ? undefined : parseRule(ruleText);
  return {
    id: testId('019a0000-0000-7000-8000-000000000001'),
    timeZone: 'America/Los_Angeles',
    createdAt: now,
    updatedAt: now,
    version: 3,
    isCanceled: false,
    answers: new Map(),
    onClockChanges: [],
    ...more,
    series: {
      start: '2026-11-24T18:00',
      end: '2026-11-24T20:00',
      fields,
      exceptions: new Map(),
      ...more.series,
      rule: parsed?.ok ? parsed.value : null,
    },
  };
}

const text = (...events: FeedEvent[]) => formatFeed('San Diego chapter', events, now);

const parseBack = (...events: FeedEvent[]) => readSeries(text(...events));

test('an event is written in its own time zone with all fields and the member’s RSVP', () => {
  const answer = { answer: 'going' as const, guests: 2, isWaitlisted: false, changedAt: now };
  const feed = text(createEvent({ answers: new Map([['2026-11-24T18:00', answer]]) }));
  expect(feed.replaceAll('\r\n ', '').split('\r\n')).toEqual(
    expect.arrayContaining([
      'METHOD:PUBLISH',
      'UID:019a0000-0000-7000-8000-000000000001@chapter-hub',
      'SEQUENCE:3',
      'DTSTART;TZID=America/Los_Angeles:20261124T180000',
      'DTEND;TZID=America/Los_Angeles:20261124T200000',
      'SUMMARY:Forum\\, monthly\\; in “Café”',
      'DESCRIPTION:Your RSVP: going\\, with 2 guests\\n\\nLine one\\nline two \\\\ end',
      'LOCATION:Pier 1\\, hall A',
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
      'X-CHAPTER-HUB-RSVP:GOING',
    ]),
  );
});

const canceled: Exception = { isCanceled: true, fields: {}, times: null };
const series = (exceptions: [LocalDateTime, Exception][]): Series => ({
  start: '2026-11-24T18:00',
  end: '2026-11-24T20:00',
  fields,
  rule: null,
  exceptions: new Map(exceptions),
});

test('a series has its UNTIL in UTC, excludes canceled occurrences and lists changed ones', () => {
  const moved: Exception = {
    isCanceled: false,
    fields: { title: 'Elsewhere' },
    times: { start: '2026-12-09T19:00', end: '2026-12-09T21:00' },
  };
  const feed = text(
    createEvent(
      {
        series: series([
          ['2026-12-01T18:00', canceled],
          ['2026-12-08T18:00', moved],
        ]),
      },
      'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261231',
    ),
  );
  expect(feed).toContain('RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20270101T075959Z\r\n');
  expect(feed).toContain('EXDATE;TZID=America/Los_Angeles:20261201T180000\r\n');
  expect(feed).toContain('RECURRENCE-ID;TZID=America/Los_Angeles:20261208T180000\r\n');
  expect(feed).toContain('DTSTART;TZID=America/Los_Angeles:20261209T190000\r\n');
});

test('a canceled occurrence is shown as canceled to attendees and left out for everyone else', () => {
  const off = series([['2026-12-01T18:00', canceled]]);
  const rule = 'FREQ=WEEKLY;BYDAY=TU';
  const feed = (answer: 'going' | 'not-going') =>
    text(
      createEvent(
        {
          series: off,
          answers: new Map([
            ['2026-12-01T18:00', { answer, guests: 0, isWaitlisted: false, changedAt: now }],
          ]),
        },
        rule,
      ),
    );
  expect(feed('going')).toMatch(/RECURRENCE-ID[^\r]*20261201T180000[\s\S]*STATUS:CANCELLED/);
  expect(feed('not-going')).toContain('EXDATE;TZID=America/Los_Angeles:20261201T180000');
  expect(feed('not-going')).not.toContain('CANCELLED');
  expect(text(createEvent({ isCanceled: true }))).toContain('STATUS:CANCELLED');
});

test('a feed is parsed back as the same series', async () => {
  const rules = [
    undefined,
    'FREQ=WEEKLY;BYDAY=TU',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=9',
    'FREQ=MONTHLY;BYDAY=4TU;UNTIL=20271231',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...rules),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }),
      async (rule, typed) => {
        const title = toLine(typed.replaceAll(/[\p{C}\p{Z}]/gu, '')) || 'x';
        const given = createEvent(
          { series: { ...series([]), fields: { ...fields, title } } },
          rule,
        );
        const [read] = await parseBack(given);
        const { start, end, rule: kept } = given.series;
        const { description, location } = fields;
        expect(read).toMatchObject({
          start,
          end,
          rule: kept,
          text: { title, description, location },
        });
      },
    ),
    { numRuns: scaleRuns(300) },
  );
});

test('an answer moves LAST-MODIFIED and DTSTAMP of every component, so that calendars take it', () => {
  const changedAt: Instant = '2026-11-21T09:00:00.000Z';
  const answer = { answer: 'going' as const, guests: 0, isWaitlisted: false, changedAt };
  const feed = text(
    createEvent({ answers: new Map([['2026-12-01T18:00', answer]]) }, 'FREQ=WEEKLY;BYDAY=TU'),
  );
  expect(feed.match(/(?:LAST-MODIFIED|DTSTAMP):.*/g)).toEqual([
    'DTSTAMP:20261121T090000Z',
    'LAST-MODIFIED:20261121T090000Z',
    'DTSTAMP:20261121T090000Z',
    'LAST-MODIFIED:20261121T090000Z',
  ]);
});

test('a series that ends in the year 9998 has no end for GNOME, which would show nothing of it', () => {
  const feed = text(createEvent({}, 'FREQ=WEEKLY;BYDAY=TU;UNTIL=99981231'));
  expect(feed).toContain('RRULE:FREQ=WEEKLY;BYDAY=TU\r\n');
});

const zones = [
  'America/Los_Angeles',
  'Europe/Dublin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
] as const;

const moved: Exception = {
  isCanceled: false,
  fields: { title: 'Elsewhere', location: '' },
  times: { start: '2026-12-09T19:00', end: '2026-12-10T01:00' },
};

const kinds: readonly [string, string | undefined, [LocalDateTime, Exception][]][] = [
  ['a single event', undefined, []],
  ['a series without an end', 'FREQ=WEEKLY;BYDAY=TU', []],
  ['a counted series', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;WKST=SU;COUNT=9', []],
  ['a series that ends on a day', 'FREQ=MONTHLY;BYDAY=4TU;UNTIL=20271231', []],
  ['a series on last weekdays', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=17', []],
  ['a yearly series', 'FREQ=YEARLY', []],
  [
    'a series with a canceled and a changed evening',
    'FREQ=WEEKLY;BYDAY=TU',
    [
      ['2026-12-01T18:00', canceled],
      ['2026-12-08T18:00', moved],
    ],
  ],
];

test.each(zones.flatMap((zone) => kinds.map((kind) => [zone, ...kind] as const)))(
  'out and in again in %s, %s is the same',
  async (timeZone, _, rule, exceptions) => {
    const given = createEvent({ timeZone, series: series(exceptions) }, rule);
    const nights = ['2027-03-14T02:30', '2027-03-28T01:30', '2027-04-04T01:45'] as const;
    const odd = createEvent(
      {
        timeZone,
        id: testId('019a0000-0000-7000-8000-000000000002'),
        series: { ...series([]), start: '2027-03-01T02:30', end: '2027-03-01T04:00' },
        onClockChanges: nights.map((night) => `${night.slice(0, 10)}T02:30` as LocalDateTime),
      },
      'FREQ=DAILY',
    );
    const [read, readOdd] = await readSeries(text(given, odd), timeZone);
    const { start, end, rule: own } = given.series;
    const { title, description, location } = fields;
    const same = { text: { title, description, location }, categories: [] };
    expect(read).toEqual({ ...same, start, end, rule: own, exceptions: new Map(exceptions) });
    // What the feed lists of clock changes is no change when it comes back.
    expect(readOdd).toMatchObject({ start: '2027-03-01T02:30', end: '2027-03-01T04:00' });
    expect(readOdd?.exceptions).toEqual(new Map());
  },
);

const days: Pick<Series, 'start' | 'end'> = { start: '2027-03-12T00:00', end: '2027-03-15T00:00' };
const evening: Exception = {
  isCanceled: false,
  fields: {},
  times: { start: '2027-03-26T18:00', end: '2027-03-26T21:00' },
};
const otherDay: Exception = {
  isCanceled: false,
  fields: {},
  times: { start: '2027-04-03T00:00', end: '2027-04-04T00:00' },
};
const dayKinds: readonly [string, string | undefined, [LocalDateTime, Exception][]][] = [
  ['single days', undefined, []],
  ['days every week', 'FREQ=WEEKLY;BYDAY=FR', []],
  ['days until a day', 'FREQ=WEEKLY;UNTIL=20270402', []],
  ['days every month', 'FREQ=MONTHLY;BYMONTHDAY=12', []],
  ['days every year', 'FREQ=YEARLY', []],
  [
    'days of which some are canceled, on another day or an evening',
    'FREQ=WEEKLY',
    [
      ['2027-03-19T00:00', canceled],
      ['2027-03-26T00:00', evening],
      ['2027-04-02T00:00', otherDay],
    ],
  ],
];

test.each(zones.flatMap((zone) => dayKinds.map((kind) => [zone, ...kind] as const)))(
  'out and in again in %s, %s are the same',
  async (timeZone, _, rule, exceptions) => {
    const given = createEvent({ timeZone, series: { ...series(exceptions), ...days } }, rule);
    const feed = text(given);
    expect(feed).toContain('DTSTART;VALUE=DATE:20270312\r\nDTEND;VALUE=DATE:20270315\r\n');
    const hasTimes = exceptions.length > 0;
    expect([feed.includes('VTIMEZONE'), feed.includes('TZID=')]).toEqual([hasTimes, hasTimes]);
    const [read] = await readSeries(feed, timeZone);
    const { start, end, rule: own } = given.series;
    const known = [...exceptions].map(([original, each]) => [original, each] as const);
    expect(read).toMatchObject({ start, end, rule: own });
    expect(read?.exceptions).toEqual(new Map(known));
    // A calendar elsewhere has the same days.
    if (!hasTimes) expect((await readSeries(feed, 'Pacific/Auckland'))[0]?.start).toBe(start);
  },
);

const writeZone = (zone: string, years: { from: number; to: number }) =>
  formatTimeZone(zone, years).join('\n');

test('a zone whose clocks change by a law has one STANDARD and one DAYLIGHT, as Outlook needs', () => {
  expect(writeZone('America/Los_Angeles', { from: 2026, to: 2036 })).toBe(
    [
      'BEGIN:VTIMEZONE',
      'TZID:America/Los_Angeles',
      'BEGIN:DAYLIGHT',
      'DTSTART:20260308T020000',
      'TZOFFSETFROM:-0800',
      'TZOFFSETTO:-0700',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
      'END:DAYLIGHT',
      'BEGIN:STANDARD',
      'DTSTART:20261101T020000',
      'TZOFFSETFROM:-0700',
      'TZOFFSETTO:-0800',
      'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\n'),
  );
  expect(writeZone('Europe/Berlin', { from: 2026, to: 2036 })).toContain(
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  );
  expect(writeZone('Asia/Jerusalem', { from: 2026, to: 2036 })).toContain(
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=FR;BYMONTHDAY=23,24,25,26,27,28,29',
  );
  expect(writeZone('Asia/Kathmandu', { from: 2026, to: 2036 }).match(/BEGIN:/g)).toHaveLength(2);
});

test.each([
  'America/Los_Angeles',
  'America/Nuuk',
  'America/Santiago',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Jerusalem',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Europe/Moscow',
  'Pacific/Apia',
  'UTC',
])('the VTIMEZONE of %s gives the same instants as Temporal', async (zone) => {
  const table = formatTimeZone(zone, { from: 2005, to: 2036 });
  const renamed = table.map((line) => (line.startsWith('TZID:') ? 'TZID:Table' : line));
  const [calendar] = await readText(['BEGIN:VCALENDAR', ...renamed, 'END:VCALENDAR'].join('\n'));
  if (!calendar) throw new Error('no calendar');
  const clock = createClocks(calendar, createBudget(4_000_000))('Table');
  for (let day = 0; day < 11_300; day += 1) {
    const local = formatLocal(Temporal.PlainDateTime.from('2006-01-01T12:00').add({ days: day }));
    expect(clock?.toInstant(local)).toBe(localToInstant(local, zone));
  }
});

describe('a large feed', { tags: ['all'] }, () => {
  const copies = (count: number, more: Partial<FeedEvent> = {}) =>
    Array.from({ length: count }, (_, n) =>
      createEvent({
        ...more,
        id: testId(`019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`),
      }),
    );
  const count = (feed: string, what: string) => feed.split(what).length - 1;

  test('comes in parts of one entry each, however many an event has', () => {
    const originals = Array.from({ length: 40 }, (_, week) =>
      Temporal.PlainDateTime.from('2026-11-24T18:00').add({ weeks: week }),
    );
    const exceptions = new Map(
      originals.map((original) => [
        formatLocal(original),
        { isCanceled: false, fields: { title: 'Elsewhere' }, times: null },
      ]),
    );
    const weekly = createEvent({ series: series([...exceptions]) }, 'FREQ=WEEKLY');
    const parts = [...formatFeedInParts('San Diego chapter', [weekly, ...copies(3)], now)];
    const entries = parts.map((part) => count(part, 'BEGIN:VEVENT'));
    expect(Math.max(...entries)).toBe(1);
    expect(entries.filter((each) => each === 1)).toHaveLength(1 + 40 + 3);
    expect(parts.join('')).toBe(text(weekly, ...copies(3)));
  });

  test('has only as many entries as calendars take, and whole events', () => {
    expect(count(text(...copies(maxEntries)), 'BEGIN:VEVENT')).toBe(maxEntries);
    const last = createEvent({ series: series([['2026-12-01T18:00', canceled]]) }, 'FREQ=WEEKLY');
    const feed = text(...copies(maxEntries - 1), last);
    expect(count(feed, 'BEGIN:VEVENT')).toBe(maxEntries - 1);
    expect(feed).toContain('END:VCALENDAR');
  });

  test('shortens descriptions once there are millions of characters', () => {
    const long = { ...fields, description: 'é'.repeat(5_000) };
    const feed = text(...copies(1_000, { series: { ...series([]), fields: long } }));
    expect(count(feed, 'BEGIN:VEVENT')).toBe(1_000);
    const lengths = feed
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .filter((line) => line.startsWith('DESCRIPTION'))
      .map((line) => line.length - 'DESCRIPTION:'.length);
    expect(new Set(lengths.slice(0, 400))).toEqual(new Set([5_000]));
    expect(new Set(lengths.slice(400))).toEqual(new Set([301]));
  });
});
