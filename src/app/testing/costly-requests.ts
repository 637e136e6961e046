/**
 * The costliest requests that are known: as large as their contracts allow, or found by the search in
 * `work-law.test.ts`. `npm test` counts their statements, and `npm run bench -- --only work` measures how
 * long they keep everyone else waiting. What a search or an attack finds is added here.
 */
export type Place = {
  readonly calendarId: string;
  /** At least 500. */
  readonly memberIds: readonly string[];
};

export type CostlyRequest = {
  readonly name: string;
  readonly method: 'POST' | 'PUT' | 'GET';
  /** Below `/api`. */
  readonly path: (place: Place) => string;
  readonly body?: (place: Place) => unknown;
  /** Statements it may send: a number that does not grow with its rows. */
  readonly maxStatements: number;
};

const series = (recurrence: object, startDate: string) => ({
  title: 'Walk',
  startDate,
  endDate: startDate,
  recurrence,
});

/** Rules and first days of series that look at many days, as RFC 5545 writes them. */
export const costlySeries: readonly (readonly [rule: string, firstDay: string])[] = [
  ['FREQ=DAILY;COUNT=9990', '2001-02-01'],
  ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=1;COUNT=59', '1970-02-01'],
  ['FREQ=DAILY;BYDAY=SU;BYMONTH=2;BYMONTHDAY=29;COUNT=10', '1976-02-29'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=9990', '2001-02-01'],
  ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=400', '1900-01-31'],
  ['FREQ=MONTHLY;BYDAY=5FR;COUNT=500', '1900-03-30'],
  ['FREQ=YEARLY;BYDAY=53SU;COUNT=10', '1900-12-30'],
  ['FREQ=YEARLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYMONTHDAY=31', '1900-01-31'],
];

const daysAgo = (days: number) => Temporal.Now.plainDateISO().subtract({ days });

function calendarFile(count: number, lines: readonly string[]): string {
  const day = daysAgo(365 * 5)
    .toString()
    .replaceAll('-', '');
  const events = Array.from({ length: count }, (_, n) => [
    'BEGIN:VEVENT',
    `UID:costly-${n}`,
    `DTSTART:${day}T180000`,
    'SUMMARY:Walk',
    ...lines,
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR'].join('\r\n');
}

const importPath = ({ calendarId }: Place) => `/calendars/${calendarId}/import`;
const eventsPath = ({ calendarId }: Place) => `/calendars/${calendarId}/events`;

export const costlyRequests: readonly CostlyRequest[] = [
  {
    name: 'a series of 9,990 days',
    method: 'POST',
    path: eventsPath,
    body: () =>
      series({ frequency: 'daily', count: 9_990 }, `${daysAgo(9_000).toString()}T18:00:00`),
    maxStatements: 30,
  },
  {
    name: 'a series that rarely matches',
    method: 'POST',
    path: eventsPath,
    body: () =>
      series(
        { frequency: 'daily', byMonth: [2], byMonthDay: [29], count: 14 },
        '1976-02-29T18:00:00',
      ),
    maxStatements: 30,
  },
  {
    name: 'a file of 200 series with exceptions, looked at',
    method: 'POST',
    path: importPath,
    body: () => ({
      text: calendarFile(200, ['RRULE:FREQ=WEEKLY;COUNT=99', 'EXDATE:20300101T180000']),
      isDryRun: true,
    }),
    maxStatements: 20,
  },
  {
    name: 'a file of 500 events, looked at',
    method: 'POST',
    path: importPath,
    body: () => ({ text: calendarFile(500, []), isDryRun: true }),
    maxStatements: 20,
  },
  {
    name: 'an expense of 500 people with 500 overrides',
    method: 'POST',
    path: () => '/expenses',
    body: ({ memberIds }) => ({
      title: 'Gala',
      amount: 1_000_000,
      expenseDate: '2026-11-20T18:00:00.000Z',
      participants: memberIds.slice(0, 500),
      paidBy: memberIds[0],
      overrides: memberIds.slice(0, 499).map((memberId, n) => ({
        type: 'manual',
        amount: n + 0.01,
        label: 'x'.repeat(200),
        participantIds: [memberId],
      })),
    }),
    maxStatements: 30,
  },
  {
    name: '10,000 values where four are expected',
    method: 'POST',
    path: () => '/wallets',
    body: () => Array.from({ length: 9_999 }, () => 1),
    maxStatements: 5,
  },
  {
    name: 'a table of 5,000 members, looked at',
    method: 'POST',
    path: () => '/members/import',
    body: () => ({
      text: [
        'email,first name,last name,company',
        ...Array.from(
          { length: 4_999 },
          (_, n) => `person.${n}@import.test,Pia,Person ${n},"A; B"`,
        ),
      ].join('\r\n'),
      isDryRun: true,
    }),
    maxStatements: 10,
  },
  {
    name: 'a search for 200 characters that nobody wrote',
    method: 'GET',
    path: () => `/expenses?searchTerm=${'%25_a'.repeat(40)}`,
    maxStatements: 5,
  },
  {
    name: 'the whole directory',
    method: 'GET',
    path: () => '/users',
    maxStatements: 5,
  },
];
