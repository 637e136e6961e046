import { expect, test } from 'vitest';
import { readEvents, readText } from '../testing/read-calendar.ts';
import { readCalendars } from './ical-read.ts';

const wrap = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
const walk = (uid: string, ...more: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTART:20270101T100000',
  'SUMMARY:Walk',
  ...more,
  'END:VEVENT',
];
const outcomes = async (text: string) =>
  (await readEvents(text)).map(({ uid, read }) => [uid, read.ok ? 'taken' : read.refusal.message]);

test('lines are unfolded, texts unescaped, and times and rules distinguished', async () => {
  const text = wrap(
    'dtstart;TZID="Europe/Oslo";X=1:2026',
    '\t0101T180000',
    'SUMMARY:A:b\\;c\\nd',
    'CATEGORIES:Social\\, late,Walks',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'RDATE;VALUE=PERIOD:20260101T180000Z/PT1H',
  );
  const [calendar] = await readText(text);
  expect(calendar?.properties).toEqual([
    {
      name: 'DTSTART',
      zoneName: 'Europe/Oslo',
      parameters: { x: '1' },
      isOfFollowing: false,
      values: ['2026-01-01T18:00:00'],
    },
    {
      name: 'SUMMARY',
      zoneName: undefined,
      parameters: {},
      isOfFollowing: false,
      values: ['A:b;c\nd'],
    },
    {
      name: 'CATEGORIES',
      zoneName: undefined,
      parameters: {},
      isOfFollowing: false,
      values: ['Social, late', 'Walks'],
    },
    {
      name: 'RRULE',
      zoneName: undefined,
      parameters: {},
      isOfFollowing: false,
      values: ['FREQ=WEEKLY;COUNT=3'],
    },
    {
      name: 'RDATE',
      zoneName: undefined,
      parameters: {},
      isOfFollowing: false,
      values: ['2026-01-01T18:00:00Z/PT1H'],
    },
  ]);
});

test.each([
  ['an empty text', ''],
  ['an HTML page', '<!doctype html>'],
  ['an event outside a calendar', walk('a').join('\n')],
])('%s is no calendar', async (_, text) => {
  const read = await readCalendars(text, () => Promise.resolve());
  expect(read.ok ? '' : read.refusal.code).toBe('not_a_calendar');
});

test.each([
  ['a line after the calendar', `${wrap(...walk('a'), ...walk('b'))}\nX-COMMENT:Cached`],
  ['a second calendar', `${wrap(...walk('a'))}\n${wrap(...walk('b'))}`],
  ['a calendar that never ends', `${wrap(...walk('a'))}\n${wrap(...walk('b')).slice(0, -15)}`],
  ['an organizer without a colon', wrap(...walk('a', 'ORGANIZER="mailto:a@b.test"'), ...walk('b'))],
  ['a line without a value', wrap('X-THING', ...walk('a'), ...walk('b'))],
  ['an alarm that never ends', wrap(...walk('a', 'BEGIN:VALARM'), ...walk('b'))],
  ['an end of nothing', wrap('END:VEVENT', ...walk('a'), ...walk('b'))],
  [
    'components nested too deep',
    wrap(
      ...walk('a', ...Array<string>(99).fill('BEGIN:X'), ...Array<string>(99).fill('END:X')),
      ...walk('b'),
    ),
  ],
])('%s spoils no event', async (_, text) => {
  expect(await outcomes(text)).toEqual([
    ['a', 'taken'],
    ['b', 'taken'],
  ]);
});

test.each([
  [
    'an end that is missing',
    walk('a').slice(0, -1),
    'The file ends or goes on in the middle of this event',
  ],
  [
    'a start with a broken zone',
    walk('a').map((line) => line.replace('DTSTART', 'DTSTART;TZID="W. Europe Standard Time')),
    "The line DTSTART can't be read",
  ],
])('%s spoils its event alone', async (_, lines, reason) => {
  expect(await outcomes(wrap(...lines, ...walk('b')))).toEqual([
    ['a', reason],
    ['b', 'taken'],
  ]);
});

test('a hostile file is read in time that grows with its length', async () => {
  const deep = 'BEGIN:X\n'.repeat(100_000) + 'END:Y\n'.repeat(100_000);
  const parameters = `SUMMARY${';a=":"'.repeat(100_000)}`;
  const started = performance.now();
  await readCalendars(`BEGIN:VCALENDAR\n${deep}`, () => Promise.resolve());
  await readCalendars(`BEGIN:VCALENDAR\n${`${parameters}\n`.repeat(8)}`, () => Promise.resolve());
  expect(performance.now() - started).toBeLessThan(5_000);
});

test('others may work between long lines', async () => {
  const line = `EXDATE:${','.repeat(19_993)}`;
  let pauses = 0;
  const pause = () => Promise.resolve((pauses += 1));
  const text = ['BEGIN:VCALENDAR', ...Array.from({ length: 9 }, () => line)].join('\r\n');
  expect((await readCalendars(text, pause)).ok).toBe(true);
  expect(pauses).toBeGreaterThanOrEqual(8);
});
