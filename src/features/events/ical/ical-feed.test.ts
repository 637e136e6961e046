import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatLocal, type LocalDateTime, localToInstant } from '#kit/day.ts';
import { toLine } from '#kit/line.ts';
import { parseRule } from '#kit/recurrence/rule-text.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { Exception, Series } from '../series.ts';
import { readSeries, readText } from '../testing/read-calendar.ts';
import { type FeedEvent, formatFeed } from './ical-feed.ts';
import { formatTimeZone } from './ical-zone.ts';

const now = '2026-11-20T10:00:00.000Z';
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
    isCancelled: false,
    answers: new Map(),
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
  const answer = { answer: 'going' as const, guests: 2, isWaitlisted: false };
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

const cancelled: Exception = { isCancelled: true, fields: {}, times: null };
const series = (exceptions: [LocalDateTime, Exception][]): Series => ({
  start: '2026-11-24T18:00',
  end: '2026-11-24T20:00',
  fields,
  rule: null,
  exceptions: new Map(exceptions),
});

test('a series has its UNTIL in UTC, excludes canceled occurrences and lists changed ones', () => {
  const moved: Exception = {
    isCancelled: false,
    fields: { title: 'Elsewhere' },
    times: { start: '2026-12-09T19:00', end: '2026-12-09T21:00' },
  };
  const feed = text(
    createEvent(
      {
        series: series([
          ['2026-12-01T18:00', cancelled],
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
  const off = series([['2026-12-01T18:00', cancelled]]);
  const rule = 'FREQ=WEEKLY;BYDAY=TU';
  const feed = (answer: 'going' | 'not-going') =>
    text(
      createEvent(
        {
          series: off,
          answers: new Map([['2026-12-01T18:00', { answer, guests: 0, isWaitlisted: false }]]),
        },
        rule,
      ),
    );
  expect(feed('going')).toMatch(/RECURRENCE-ID[^\r]*20261201T180000[\s\S]*STATUS:CANCELLED/);
  expect(feed('not-going')).toContain('EXDATE;TZID=America/Los_Angeles:20261201T180000');
  expect(feed('not-going')).not.toContain('CANCELLED');
  expect(text(createEvent({ isCancelled: true }))).toContain('STATUS:CANCELLED');
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
    { numRuns: 300 },
  );
});

test.each(['America/Los_Angeles', 'Europe/Dublin', 'Asia/Kathmandu', 'UTC', 'Australia/Lord_Howe'])(
  'the VTIMEZONE of %s gives the same offsets as Temporal',
  async (zone) => {
    const [calendar] = await readText(
      ['BEGIN:VCALENDAR', ...formatTimeZone(zone, { from: 2025, to: 2028 }), 'END:VCALENDAR'].join(
        '\n',
      ),
    );
    const changes = (calendar?.components[0]?.components ?? []).map(({ properties }) => {
      const value = (name: string) =>
        properties.find((each) => each.name === name)?.values[0] ?? '';
      return { at: value('DTSTART'), to: value('TZOFFSETTO') };
    });
    for (let day = 0; day < 1_460; day += 1) {
      const local = Temporal.PlainDateTime.from('2025-01-01T12:00').add({ days: day });
      const at = local.toString({ smallestUnit: 'second' });
      const offset = changes.filter((change) => change.at <= at).at(-1)?.to ?? '';
      const converted = Temporal.Instant.from(`${local.toString()}${offset}`).toString({
        fractionalSecondDigits: 3,
      });
      expect(converted).toBe(localToInstant(formatLocal(local), zone));
    }
  },
);
