/** Laws of reading other programs' events, most of them from files that were seen. */
import { expect, test } from 'vitest';
import { formatRule } from '#kit/recurrence/rule-text.ts';
import { readEvents, readSeries } from '../testing/read-calendar.ts';

const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Walk', ...lines, 'END:VEVENT'].join('\r\n');
const file = (...parts: string[]) => ['BEGIN:VCALENDAR', ...parts, 'END:VCALENDAR'].join('\r\n');
const reasonOf = async (text: string, zone?: string) => {
  const [first] = await readEvents(text, zone);
  if (!first) return undefined;
  return first.read.ok ? 'taken' : first.read.refusal.message;
};

const pacificTable = (name: string) =>
  [
    'BEGIN:VTIMEZONE',
    `TZID:${name}`,
    'BEGIN:STANDARD',
    'DTSTART:16010101T020000',
    'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
    'TZOFFSETFROM:-0700',
    'TZOFFSETTO:-0800',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T020000',
    'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
    'TZOFFSETFROM:-0800',
    'TZOFFSETTO:-0700',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ].join('\r\n');

test.each([
  ['Pacific Standard Time'],
  ['(UTC-08:00) Pacific Time (US & Canada)'],
  ['/freeassociation.sourceforge.net/America/Los_Angeles'],
  ['/freeassociation.sourceforge.net/Tzfile/America/Los_Angeles'],
  ['/mozilla.org/20070129_1/America/Los_Angeles'],
  ['US/Pacific'],
  ['PST8PDT'],
  ['America/Los Angeles'],
  ['Pacific Daylight Time'],
  [''],
])('a series on the clock “%s” is one of Los Angeles', async (name) => {
  const text = file(event(`DTSTART;TZID=${name}:20270105T180000`, 'RRULE:FREQ=WEEKLY;COUNT=60'));
  const [series] = await readSeries(text, 'America/Los_Angeles');
  expect(series).toMatchObject({ start: '2027-01-05T18:00', end: '2027-01-05T18:00' });
});

test.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Berlin'],
  ['(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi', 'Asia/Kolkata'],
  ['(UTC+05:45) Kathmandu', 'Asia/Kathmandu'],
  ['(UTC-10:00) Hawaii', 'Pacific/Honolulu'],
  ['(UTC) Coordinated Universal Time', 'UTC'],
  ['-0800', '-08:00'],
])('a series on the clock %s is one of %s', async (name, zone) => {
  const text = file(event(`DTSTART;TZID="${name}":20270105T180000`, 'RRULE:FREQ=WEEKLY'));
  expect((await readSeries(text, zone))[0]?.start).toBe('2027-01-05T18:00');
});

test.each(['Customized Time Zone', 'tzone://Microsoft/Custom', 'Our office'])(
  'the file’s own table says what “%s” is, for an event and for a series',
  async (name) => {
    const table = pacificTable(name);
    const summer = event(`DTSTART;TZID=${name}:20270705T100000`);
    expect((await readSeries(file(table, summer), 'UTC'))[0]?.start).toBe('2027-07-05T17:00');
    const winter = event(`DTSTART;TZID=${name}:20270105T100000`);
    expect((await readSeries(file(table, winter), 'UTC'))[0]?.start).toBe('2027-01-05T18:00');
    const weekly = event(`DTSTART;TZID=${name}:20270105T100000`, 'RRULE:FREQ=WEEKLY');
    const [series] = await readSeries(file(table, weekly), 'America/Los_Angeles');
    expect(series?.start).toBe('2027-01-05T10:00');
    expect(await reasonOf(file(table, weekly), 'America/Denver')).toMatch(/^Repeats in /);
  },
);

test('around its changes a table gives the instants that the zone does', async () => {
  for (const local of [
    '20270314T015900',
    '20270314T023000',
    '20270314T030000',
    '20271107T013000',
  ]) {
    const own = file(pacificTable('Ours'), event(`DTSTART;TZID=Ours:${local}`));
    const named = file(event(`DTSTART;TZID=America/Los_Angeles:${local}`));
    const [one, other] = [await readSeries(own, 'UTC'), await readSeries(named, 'UTC')];
    expect([local, one[0]?.start]).toEqual([local, other[0]?.start]);
  }
});

test('a clock that nothing explains is refused by name', async () => {
  expect(await reasonOf(file(event('DTSTART;TZID=Mars/Olympus:20270105T180000')))).toBe(
    "The time zone Mars/Olympus is unknown, and the file doesn't describe it",
  );
});

test('a series in UTC is taken where the clocks do not change while it lasts', async () => {
  const series = (...more: string[]) =>
    file(event('DTSTART:20270105T020000Z', `RRULE:FREQ=WEEKLY;BYDAY=TU${more.join('')}`));
  // Tuesday night in UTC is Monday evening in Los Angeles.
  const [winter] = await readSeries(series(';COUNT=8'), 'America/Los_Angeles');
  expect(winter?.start).toBe('2027-01-04T18:00');
  expect(winter?.rule && formatRule(winter.rule)).toBe('FREQ=WEEKLY;BYDAY=MO;COUNT=8');
  expect(await reasonOf(series(';COUNT=20'), 'America/Los_Angeles')).toMatch(/^Repeats in UTC/);
  expect(await reasonOf(series(), 'America/Phoenix')).toBe('taken');
  expect(await reasonOf(series(), 'America/Los_Angeles')).toMatch(/^Repeats in UTC/);
});

test('of several versions of an event the last one counts: by its sequence, then by when it was written', async () => {
  const version = (sequence: number, hour: number, ...more: string[]) =>
    event(`SEQUENCE:${sequence}`, `DTSTART:20270105T${hour}0000`, ...more);
  const startOf = async (...versions: string[]) =>
    (await readSeries(file(...versions))).map(({ start }) => start.slice(11));
  const [early, late] = ['DTSTAMP:20261101T100000Z', 'DTSTAMP:20261101T100001Z'];
  expect(await startOf(version(2, 12, early), version(1, 11, late))).toEqual(['12:00']);
  expect(await startOf(version(1, 12, late), version(1, 11, early))).toEqual(['12:00']);
  expect(await startOf(version(1, 11, early), version(1, 12, late))).toEqual(['12:00']);
  const changed = (time: string) => `LAST-MODIFIED:20261031T1000${time}Z`;
  expect(
    await startOf(version(1, 12, early, changed('02')), version(1, 11, early, changed('01'))),
  ).toEqual(['12:00']);
});

test('events that have one UID and several starts are one, which says so', async () => {
  const at = (start: string) => event(`DTSTART:${start}`);
  const lossesOf = async (...starts: string[]) =>
    (await readEvents(file(...starts.map(at)))).map(({ losses }) => losses);
  expect(await lossesOf('20270105T180000', '20270202T180000')).toEqual([
    ['Others of the file have its UID and another start, and count as older'],
  ]);
  expect(await lossesOf('20270105T180000', '20270105T180000')).toEqual([[]]);
});

test('changes without their series, and events without a UID, are events of their own', async () => {
  const alone = (day: string) => event(`RECURRENCE-ID:${day}T180000`, `DTSTART:${day}T190000`);
  const events = await readEvents(file(alone('20270105'), alone('20270112')));
  expect(events.map(({ uid, read }) => [uid, read.ok && read.value.start])).toEqual([
    ['1/2027-01-05T18:00', '2027-01-05T19:00'],
    ['1/2027-01-12T18:00', '2027-01-12T19:00'],
  ]);
  const nameless = event('DTSTART:20270105T180000').replace('UID:1\r\n', '');
  const other = nameless.replace('Walk', 'Run');
  expect((await readEvents(file(nameless, nameless, other))).map(({ read }) => read.ok)).toEqual([
    true,
    true,
  ]);
});

test('further dates of an event are events of their own, changes and exclusions included', async () => {
  const text = file(
    event(
      'DTSTART:20270105T180000',
      'DURATION:PT2H',
      'RRULE:FREQ=WEEKLY;COUNT=2',
      'RDATE:20270112T180000,20270115T180000,20270120T180000,20270122T180000',
      'EXDATE:20270120T180000',
    ),
    event('RECURRENCE-ID:20270122T180000', 'DTSTART:20270122T200000', 'DURATION:PT1H'),
  );
  const read = (await readEvents(text)).map(({ uid, read: each }) => [
    uid,
    each.ok &&
      `${each.value.start} ${each.value.end.slice(11)} ${each.value.rule ? 'repeats' : ''}`,
  ]);
  expect(read).toEqual([
    ['1', '2027-01-05T18:00 20:00 repeats'],
    ['1/2027-01-15T18:00', '2027-01-15T18:00 20:00 '],
    ['1/2027-01-22T18:00', '2027-01-22T20:00 21:00 '],
  ]);
});

test('a change of a date that the rule does not name is left out, and the event says so', async () => {
  const text = file(
    event('DTSTART:20270105T180000', 'RRULE:FREQ=WEEKLY'),
    event('RECURRENCE-ID:20270106T180000', 'DTSTART:20270106T190000'),
  );
  const [first] = await readEvents(text);
  expect(first?.read.ok && first.read.value.exceptions.size).toBe(0);
  expect(first?.losses).toEqual(['The change of 2027-01-06 18:00, which is no date of the series']);
});

test('Exchange’s change of a whole day at midnight of its own zone is a change of that day', async () => {
  const text = file(
    event('DTSTART;VALUE=DATE:20270105', 'DTEND;VALUE=DATE:20270106', 'RRULE:FREQ=WEEKLY'),
    event(
      'RECURRENCE-ID;TZID=W. Europe Standard Time:20270112T000000',
      'DTSTART;VALUE=DATE:20270113',
      'DTEND;VALUE=DATE:20270114',
    ),
  );
  const [series] = await readSeries(text);
  expect(series?.exceptions.get('2027-01-12T00:00')?.times).toEqual({
    start: '2027-01-13T00:00',
    end: '2027-01-14T00:00',
  });
});

test.each(['20270112', '20270112T000000Z', '20270112T080000Z', '20270112T000000'])(
  'of a series of whole days, %s leaves out that day',
  async (excluded) => {
    const whole = event('DTSTART;VALUE=DATE:20270105', 'RRULE:FREQ=WEEKLY', `EXDATE:${excluded}`);
    const [series] = await readSeries(file(whole), 'America/Los_Angeles');
    expect([...(series?.exceptions.keys() ?? [])]).toEqual(['2027-01-12T00:00']);
  },
);

test('a blank before a parameter hides no zone', async () => {
  const text = file(event('DTSTART;  TZID=America/Los_Angeles:20270105T180000'));
  expect((await readSeries(text, 'America/New_York'))[0]?.start).toBe('2027-01-05T21:00');
});

test('24 hours are hours, and a day is a day, where the clocks change', async () => {
  const lasting = async (duration: string) =>
    (await readSeries(file(event('DTSTART:20270313T220000', `DURATION:${duration}`))))[0]?.end;
  expect(await lasting('PT24H')).toBe('2027-03-14T23:00');
  expect(await lasting('P1D')).toBe('2027-03-14T22:00');
});

test('an end in the year 9999 is none', async () => {
  const text = file(event('DTSTART:20270105T180000', 'RRULE:FREQ=DAILY;UNTIL=99991231T235959Z'));
  expect((await readSeries(text))[0]?.rule?.end).toEqual({ kind: 'never' });
});

test('an event says what it loses', async () => {
  const text = file(
    event(
      'DTSTART:20270105T180000',
      'CLASS:PRIVATE',
      'STATUS:TENTATIVE',
      'ATTENDEE:mailto:a@b.test',
      'X-PARKING:Lot 7',
      'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
      `DESCRIPTION:${'x'.repeat(6_000)}`,
      'BEGIN:VALARM',
      'TRIGGER:-PT5M',
      'END:VALARM',
    ),
  );
  const [first] = await readEvents(text);
  expect(first?.isPrivate).toBe(true);
  expect(first?.losses).toEqual([
    'Not kept: attendees, X-PARKING, reminders, that it is tentative',
    'The description is cut to 5,000 characters',
  ]);
  expect(first?.read.ok && first.read.value.text.description.length).toBe(5_000);
});

const berlin = 'W. Europe Standard Time';

test.each([
  ['a day', ['DTSTART;VALUE=DATE:20270312'], '2027-03-12T00:00 2027-03-13T00:00'],
  [
    'days',
    ['DTSTART;VALUE=DATE:20270312', 'DTEND;VALUE=DATE:20270315'],
    '2027-03-12T00:00 2027-03-15T00:00',
  ],
  [
    'a day that ends when it starts',
    ['DTSTART;VALUE=DATE:20270312', 'DTEND;VALUE=DATE:20270312'],
    '2027-03-12T00:00 2027-03-13T00:00',
  ],
  [
    'days with a duration over a clock change',
    ['DTSTART;VALUE=DATE:20270313', 'DURATION:PT48H'],
    '2027-03-13T00:00 2027-03-15T00:00',
  ],
  [
    'days of Outlook on a clock far away',
    [
      'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      `DTSTART;TZID=${berlin}:20270312T000000`,
      `DTEND;TZID=${berlin}:20270314T000000`,
    ],
    '2027-03-12T00:00 2027-03-14T00:00',
  ],
  [
    'hours that Outlook calls a day',
    ['X-MICROSOFT-CDO-ALLDAYEVENT:TRUE', 'DTSTART:20270312T093000', 'DTEND:20270312T110000'],
    '2027-03-12T09:30 2027-03-12T11:00',
  ],
])('%s are taken as the days that they name', async (_, lines, expected) => {
  for (const zone of ['America/Los_Angeles', 'Asia/Kathmandu']) {
    const [read] = await readSeries(file(event(...lines)), zone);
    expect(`${read?.start} ${read?.end}`).toBe(expected);
  }
});

test('a series of Outlook’s days ends on the day that its own clock has', async () => {
  const text = file(
    event(
      'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      `DTSTART;TZID=${berlin}:20270312T000000`,
      `DTEND;TZID=${berlin}:20270313T000000`,
      'RRULE:FREQ=DAILY;UNTIL=20270314T230000Z',
      `EXDATE;TZID=${berlin}:20270313T000000`,
    ),
  );
  const [read] = await readSeries(text, 'America/Los_Angeles');
  expect(read?.rule?.end).toEqual({ kind: 'until', until: '2027-03-15T23:59' });
  expect([...(read?.exceptions.keys() ?? [])]).toEqual(['2027-03-13T00:00']);
});

test('a change of a date and all that follow is refused by its name', async () => {
  const change = event(
    'RECURRENCE-ID;RANGE=THISANDFUTURE:20270112T180000',
    'DTSTART:20270112T190000',
  );
  const series = event('DTSTART:20270105T180000', 'RRULE:FREQ=WEEKLY;COUNT=4');
  expect(await reasonOf(file(series, change))).toContain('(RANGE=THISANDFUTURE)');
});
