/** What a pattern of a calendar file matches is kept, or the event says that it is not. */
import { expect, test } from 'vitest';
import { readEvents, readSeries } from '../testing/read-calendar.ts';

const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Walk', ...lines, 'END:VEVENT'].join('\r\n');
const file = (...parts: string[]) => ['BEGIN:VCALENDAR', ...parts, 'END:VCALENDAR'].join('\r\n');
const read = async (text: string, zone = 'America/Los_Angeles') => {
  const [first] = await readEvents(text, zone);
  if (!first) return undefined;
  return first.read.ok
    ? `${first.read.value.start} ${first.read.value.end}`
    : first.read.refusal.message;
};

test.each([
  ['PT3600S', '2027-01-10T19:00'],
  ['PT90M30S', '2027-01-10T19:30'],
  ['PT86400S', '2027-01-11T18:00'],
  ['P1DT1H', '2027-01-11T19:00'],
  ['P1W', '2027-01-17T18:00'],
  ['+PT1H', '2027-01-10T19:00'],
])('a duration of %s ends at %s', async (duration, end) => {
  const text = file(event('DTSTART:20270110T180000', `DURATION:${duration}`));
  expect(await read(text)).toBe(`2027-01-10T18:00 ${end}`);
});

test('a night on which clocks change does not give its length to all dates of a series', async () => {
  const night = ['DTSTART:20271107T003000', 'DURATION:PT2H'];
  expect(await read(file(event(...night)))).toBe('2027-11-07T00:30 2027-11-07T01:30');
  const series = event(...night, 'RRULE:FREQ=DAILY;COUNT=4');
  expect(await read(file(series))).toBe('2027-11-07T00:30 2027-11-07T02:30');
});

test.each(['P', 'PT', 'P1DT', 'PT90', '-PT1H', 'PT1H30', 'PT1.5H'])(
  'a duration of %s is refused',
  async (duration) => {
    const text = file(event('DTSTART:20270110T180000', `DURATION:${duration}`));
    expect(await read(text)).toBe("The end can't be read");
  },
);

test.each([
  ['20270110T180000+0100', '2027-01-10T09:00 2027-01-10T09:00'],
  ['20270110T180000-08:00', '2027-01-10T18:00 2027-01-10T18:00'],
  ['20270110T180000Z', '2027-01-10T10:00 2027-01-10T10:00'],
  ['20270110T180000X', "The start is missing or can't be read"],
  ['20270110T180000+9900', "The start is missing or can't be read"],
  ['20270110T1800', "The start is missing or can't be read"],
  ['20270110123', "The start is missing or can't be read"],
])('a start of %s is %s', async (start, expected) => {
  expect(await read(file(event(`DTSTART:${start}`)))).toBe(expected);
  expect(await read(file(event(`DTSTART;TZID=Europe/Berlin:${start}`)))).toBe(expected);
});

test('a series with an offset is one of that clock', async () => {
  const text = file(event('DTSTART:20270110T180000+0100', 'RRULE:FREQ=WEEKLY;COUNT=60'));
  expect(await read(text, 'Africa/Lagos')).toBe('2027-01-10T18:00 2027-01-10T18:00');
  expect(await read(text)).toBe(
    'Repeats in +01:00 time, but this calendar uses America/Los_Angeles',
  );
});

test.each([
  ['BYHOUR=18;FREQ=DAILY;BYMINUTE=0;BYSECOND=0', '2027-01-10T18:00 2027-01-10T18:00'],
  ['FREQ=DAILY;BYHOUR=19', 'Recurrence rule not supported: BYHOUR is not supported'],
  ['FREQ=DAILY;BYHOUR=18,19', 'Recurrence rule not supported: BYHOUR is not supported'],
  ['FREQ=DAILY;BYMINUTE=30', 'Recurrence rule not supported: BYMINUTE is not supported'],
])('a series at 18:00 with %s is %s', async (rule, expected) => {
  expect(await read(file(event('DTSTART:20270110T180000', `RRULE:${rule}`)))).toBe(expected);
});

test('bare times are on the clock of the whole file', async () => {
  const berlin = 'X-WR-TIMEZONE:Europe/Berlin';
  const times = ['DTSTART:20270110T180000', 'DTEND:20270110T193000'];
  expect(await read(file(berlin, event(...times)))).toBe('2027-01-10T09:00 2027-01-10T10:30');
  expect(await read(file(berlin, event('DTSTART;VALUE=DATE:20270110')))).toBe(
    '2027-01-10T00:00 2027-01-11T00:00',
  );
  const named = event('DTSTART;TZID=Asia/Tokyo:20270110T180000');
  expect(await read(file(berlin, named))).toBe('2027-01-10T01:00 2027-01-10T01:00');
  const windows = file('X-WR-TIMEZONE:W. Europe Standard Time', event(...times));
  expect(await read(windows)).toBe('2027-01-10T09:00 2027-01-10T10:30');
  const series = file(
    berlin,
    event(...times, 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20270117T180000'),
    event('RECURRENCE-ID:20270124T180000', 'DTSTART:20270124T200000'),
  );
  const [own] = await readSeries(series, 'Europe/Berlin');
  expect([...(own?.exceptions.keys() ?? [])]).toEqual(['2027-01-17T18:00', '2027-01-24T18:00']);
});

test('a further date that is a period has an end of its own', async () => {
  const text = file(
    event(
      'DTSTART:20270105T180000Z',
      'DURATION:PT1H',
      'RDATE;VALUE=PERIOD:20270106T180000Z/PT3H,20270107T180000Z/20270107T190000Z',
      'RDATE:20270108T180000Z',
    ),
  );
  const found = (await readSeries(text, 'UTC')).map(
    ({ start, end }) => `${start} ${end.slice(11)}`,
  );
  expect(found).toEqual([
    '2027-01-05T18:00 19:00',
    '2027-01-06T18:00 21:00',
    '2027-01-07T18:00 19:00',
    '2027-01-08T18:00 19:00',
  ]);
});

/** A zone an hour ahead of UTC until the summer of 2027, which ends for good on October 31. */
const table = [
  'BEGIN:VTIMEZONE',
  'TZID:Ours',
  'BEGIN:STANDARD',
  'DTSTART:20201025T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+010000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20271031T010000Z',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:20210328T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20270328T010000Z',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
].join('\r\n');

test('the last change of a table is at the UTC time of its UNTIL', async () => {
  const winter = file(table, event('DTSTART;TZID=Ours:20271110T180000'));
  expect(await read(winter, 'UTC')).toBe('2027-11-10T17:00 2027-11-10T17:00');
  const summer = file(table, event('DTSTART;TZID=Ours:20270710T180000'));
  expect(await read(summer, 'UTC')).toBe('2027-07-10T16:00 2027-07-10T16:00');
});

test('a class that is unknown is private', async () => {
  const isPrivate = async (value: string) =>
    (await readEvents(file(event('DTSTART:20270110T180000', `CLASS:${value}`))))[0]?.isPrivate;
  const values = ['PUBLIC', 'public', 'PRIVATE', 'CONFIDENTIAL', 'X-BOARD'];
  expect(await Promise.all(values.map(isPrivate))).toEqual([false, false, true, true, true]);
});

test('a sequence in seconds since 1970 is kept', async () => {
  const [first] = await readEvents(file(event('DTSTART:20270110T180000', 'SEQUENCE:1796000000')));
  expect(first?.sequence).toBe(1_796_000_000);
});

test.each([
  ['20261101T100000Z', '2026-11-01T10:00:00.000Z'],
  ['20261101T100000+0100', '2026-11-01T09:00:00.000Z'],
  ['20261101T100000', null],
  // The database knows no year 0.
  ['00000101T000000Z', null],
])('a stamp of %s is %s', async (stamp, expected) => {
  const [first] = await readEvents(file(event('DTSTART:20270110T180000', `DTSTAMP:${stamp}`)));
  expect(first?.stampedAt).toBe(expected);
});
