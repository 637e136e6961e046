import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
import { parseValidRule } from '#features/events/testing/random-rules.ts';
import { type LocalDateTime, localToDay } from '#kit/day.ts';
import { addDays } from '../calendar/month.ts';
import { checkRule, generateOccurrences } from './recurrence.ts';

function first(count: number, start: LocalDateTime, text: string): LocalDateTime[] {
  const from = localToDay(start);
  return [
    ...generateOccurrences(start, parseValidRule(text), { from, to: '2110-12-31' }).take(count),
  ];
}

const days = (start: LocalDateTime, text: string, count: number) =>
  first(count, start, text).map((each) => localToDay(each));

/** The examples of RFC 5545, section 3.8.5.3, of the frequencies and parts that are supported. */
test.each<[string, LocalDateTime, string, string[]]>([
  [
    'daily for 10 occurrences',
    '1997-09-02T09:00',
    'FREQ=DAILY;COUNT=10',
    Array.from({ length: 10 }, (_, index) => `1997-09-${String(index + 2).padStart(2, '0')}`),
  ],
  [
    'every other day',
    '1997-09-02T09:00',
    'FREQ=DAILY;INTERVAL=2',
    ['1997-09-02', '1997-09-04', '1997-09-06', '1997-09-08', '1997-09-10'],
  ],
  [
    'every 10 days, 5 occurrences',
    '1997-09-02T09:00',
    'FREQ=DAILY;INTERVAL=10;COUNT=5',
    ['1997-09-02', '1997-09-12', '1997-09-22', '1997-10-02', '1997-10-12'],
  ],
  [
    'weekly on Tuesday and Thursday for five weeks',
    '1997-09-02T09:00',
    'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
    [
      '1997-09-02',
      '1997-09-04',
      '1997-09-09',
      '1997-09-11',
      '1997-09-16',
      '1997-09-18',
      '1997-09-23',
      '1997-09-25',
      '1997-09-30',
      '1997-10-02',
    ],
  ],
  [
    'every other week on Tuesday and Thursday, for 8 occurrences',
    '1997-09-02T09:00',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    [
      '1997-09-02',
      '1997-09-04',
      '1997-09-16',
      '1997-09-18',
      '1997-09-30',
      '1997-10-02',
      '1997-10-14',
      '1997-10-16',
    ],
  ],
  [
    'monthly on the first Friday for 10 occurrences',
    '1997-09-05T09:00',
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    [
      '1997-09-05',
      '1997-10-03',
      '1997-11-07',
      '1997-12-05',
      '1998-01-02',
      '1998-02-06',
      '1998-03-06',
      '1998-04-03',
      '1998-05-01',
      '1998-06-05',
    ],
  ],
  [
    'every other month on the first and last Sunday',
    '1997-09-07T09:00',
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    [
      '1997-09-07',
      '1997-09-28',
      '1997-11-02',
      '1997-11-30',
      '1998-01-04',
      '1998-01-25',
      '1998-03-01',
      '1998-03-29',
      '1998-05-03',
      '1998-05-31',
    ],
  ],
  [
    'monthly on the second-to-last Monday',
    '1997-09-22T09:00',
    'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    ['1997-09-22', '1997-10-20', '1997-11-17', '1997-12-22', '1998-01-19', '1998-02-16'],
  ],
  [
    'monthly on the third-to-the-last day',
    '1997-09-28T09:00',
    'FREQ=MONTHLY;BYMONTHDAY=-3',
    ['1997-09-28', '1997-10-29', '1997-11-28', '1997-12-29', '1998-01-29', '1998-02-26'],
  ],
  [
    'monthly on the first and last day',
    '1997-09-30T09:00',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    [
      '1997-09-30',
      '1997-10-01',
      '1997-10-31',
      '1997-11-01',
      '1997-11-30',
      '1997-12-01',
      '1997-12-31',
      '1998-01-01',
      '1998-01-31',
      '1998-02-01',
    ],
  ],
  [
    'every Tuesday, every other month',
    '1997-09-02T09:00',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
    ['1997-09-02', '1997-09-09', '1997-09-16', '1997-09-23', '1997-09-30', '1997-11-04'],
  ],
  [
    'yearly in June and July',
    '1997-06-10T09:00',
    'FREQ=YEARLY;COUNT=6;BYMONTH=6,7',
    ['1997-06-10', '1997-07-10', '1998-06-10', '1998-07-10', '1999-06-10', '1999-07-10'],
  ],
  [
    'every 20th Monday of the year',
    '1997-05-19T09:00',
    'FREQ=YEARLY;BYDAY=20MO',
    ['1997-05-19', '1998-05-18', '1999-05-17'],
  ],
  [
    'every Thursday in March',
    '1997-03-13T09:00',
    'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
    ['1997-03-13', '1997-03-20', '1997-03-27', '1998-03-05', '1998-03-12'],
  ],
  [
    'every Friday the 13th',
    '1998-02-13T09:00',
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    ['1998-02-13', '1998-03-13', '1998-11-13', '1999-08-13', '2000-10-13'],
  ],
  [
    'the first Saturday that follows the first Sunday of the month',
    '1997-09-13T09:00',
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    ['1997-09-13', '1997-10-11', '1997-11-08', '1997-12-13', '1998-01-10'],
  ],
  [
    'every four years, the first Tuesday after a Monday in November',
    '1996-11-05T09:00',
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    ['1996-11-05', '2000-11-07', '2004-11-02'],
  ],
  [
    'a week that begins on Monday',
    '1997-08-05T09:00',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
    ['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24'],
  ],
  [
    'the same with a week that begins on Sunday',
    '1997-08-05T09:00',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
    ['1997-08-05', '1997-08-17', '1997-08-19', '1997-08-31'],
  ],
  [
    'a day that many months do not have is skipped there',
    '2007-01-15T09:00',
    'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
    ['2007-01-15', '2007-01-30', '2007-02-15', '2007-03-15', '2007-03-30'],
  ],
])('RFC 5545: %s', (_, start, text, expected) => {
  expect(days(start, text, expected.length)).toEqual(expected);
  if (text.includes('COUNT')) expect(days(start, text, expected.length + 5)).toEqual(expected);
});

test('a daily rule includes the last minute of its end date', () => {
  const all = first(1_000, '1997-09-02T09:00', 'FREQ=DAILY;UNTIL=19971224');
  expect([all.length, all.at(-1)]).toEqual([114, '1997-12-24T09:00']);
  const sharp = first(9, '2026-01-01T09:00', 'FREQ=DAILY;UNTIL=20260103T090000');
  expect(sharp).toHaveLength(3);
  expect(first(9, '2026-01-01T09:01', 'FREQ=DAILY;UNTIL=20260103T090000')).toHaveLength(2);
});

test('missing days such as the 31st, February 29 and the fifth Monday are skipped', () => {
  expect(days('2026-01-31T09:00', 'FREQ=MONTHLY', 5)).toEqual([
    '2026-01-31',
    '2026-03-31',
    '2026-05-31',
    '2026-07-31',
    '2026-08-31',
  ]);
  expect(days('2024-02-29T09:00', 'FREQ=YEARLY', 3)).toEqual([
    '2024-02-29',
    '2028-02-29',
    '2032-02-29',
  ]);
  expect(days('2096-02-29T09:00', 'FREQ=YEARLY', 2)).toEqual(['2096-02-29', '2104-02-29']);
  expect(days('2029-01-01T09:00', 'FREQ=YEARLY;BYDAY=-53MO', 3)).toEqual([
    '2029-01-01',
    '2035-01-01',
    '2040-01-02',
  ]);
  expect(days('2026-03-30T09:00', 'FREQ=MONTHLY;BYDAY=5MO', 3)).toEqual([
    '2026-03-30',
    '2026-06-29',
    '2026-08-31',
  ]);
});

test('starting at a later day finds the same occurrences as iterating from the start', () => {
  const rules = fc.constantFrom(
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,SU;WKST=SU',
    'FREQ=MONTHLY;BYMONTHDAY=29,31',
    'FREQ=MONTHLY;INTERVAL=5;BYDAY=-1TH,2TU',
    'FREQ=YEARLY;BYDAY=53TH,1TH',
    'FREQ=WEEKLY;COUNT=100',
  );
  fc.assert(
    fc.property(rules, fc.integer({ min: 0, max: 4_000 }), (text, offset) => {
      const start = '2026-01-29T18:30';
      const from = addDays('2026-01-29', offset);
      const rule = parseValidRule(text);
      const to = addDays(from, 500);
      const near = [...generateOccurrences(start, rule, { from, to })];
      const all = [...generateOccurrences(start, rule, { from: '2026-01-29', to })];
      const far = all.filter((each) => each >= from);
      expect(near).toEqual(far);
    }),
    { numRuns: scaleRuns(300) },
  );
});

test('starting centuries later finds the same occurrences, too', () => {
  const rules = fc.constantFrom(
    'FREQ=WEEKLY;INTERVAL=20',
    'FREQ=MONTHLY;INTERVAL=13;BYMONTHDAY=1,-1',
    'FREQ=MONTHLY;INTERVAL=7;BYDAY=1SU,-1SU',
    'FREQ=YEARLY;INTERVAL=11;BYMONTH=1,12;BYMONTHDAY=1,31',
  );
  fc.assert(
    fc.property(
      rules,
      fc.integer({ min: 0, max: 365 }),
      fc.integer({ min: 0, max: 200_000 }),
      (text, day, offset) => {
        const first = addDays('1896-01-01', day);
        const start: LocalDateTime = `${first}T18:30`;
        const from = addDays(first, offset);
        const window = { from, to: addDays(from, 12 * 366) };
        const all = generateOccurrences(start, parseValidRule(text), { ...window, from: first });
        expect([...generateOccurrences(start, parseValidRule(text), window)]).toEqual(
          [...all].filter((each) => each >= window.from),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('iteration stops after the last occurrence of a count', () => {
  const rule = parseValidRule('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;COUNT=2');
  const window = { from: '2028-02-29', to: '9998-12-31' } as const;
  // To the end of time it were minutes, and no test may last as long.
  for (let time = 0; time < 20; time += 1) {
    expect([...generateOccurrences('2028-02-29T18:00', rule, window)]).toHaveLength(2);
  }
});

test.each([
  [
    'FREQ=WEEKLY;BYDAY=2TU',
    'Only monthly and yearly events can repeat on a numbered weekday, such as the first Monday',
  ],
  ['FREQ=MONTHLY;BYDAY=TU,2WE', 'Weekdays must be either all numbered, such as 2TU, or all plain'],
  ['FREQ=MONTHLY;BYDAY=6TU', 'A month has at most five of each weekday'],
  ['FREQ=WEEKLY;BYMONTHDAY=6', 'Weekly events repeat on weekdays, not on days of the month'],
  ['FREQ=WEEKLY;BYDAY=WE', 'The first day must match the recurrence rule'],
  ['FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2', 'The first day must match the recurrence rule'],
  ['FREQ=DAILY;UNTIL=20260105', 'The series ends before it starts'],
])('a series starting on a Tuesday is refused with %s', (text, message) => {
  expect(checkRule('2026-01-06T09:00', parseValidRule(text))?.refusal.message).toBe(message);
});
