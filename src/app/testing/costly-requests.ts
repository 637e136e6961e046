/**
 * The costliest requests that are known: as large as their contracts allow, or found by the search in
 * `work-law.test.ts`. `npm test` counts their statements, and `npm run bench -- --only work` measures how
 * long they keep everyone else waiting. What a search or an attack finds is added here.
 */
import { randomBytes } from 'node:crypto';
import { countParts, maxUploadBytes, partBytes } from '#features/files/file.ts';
import { calendarFile, crowdedYear, daysAgo, type Place, series } from './crowded-chapter.ts';

export type CostlyRequest = {
  readonly name: string;
  readonly method: 'POST' | 'PUT' | 'GET';
  /** Below `/api`. */
  readonly path: (place: Place) => string;
  /** Bytes are sent as they are, all else as JSON. */
  readonly body?: (place: Place) => unknown;
  /** What is costly is to find that out. */
  readonly isRefused?: boolean;
  /** Statements it may send: a number that does not grow with its rows. */
  readonly maxStatements: number;
};

/** A body as it is sent. */
export function toPayload(body: unknown): { readonly type: string; readonly payload: Buffer } {
  return Buffer.isBuffer(body)
    ? { type: 'application/octet-stream', payload: body }
    : { type: 'application/json', payload: Buffer.from(JSON.stringify(body)) };
}

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

/**
 * Files that are imported in the background, one after the other: what the server does for them once it has
 * replied keeps others waiting as well. Their events differ from round to round where they are to be new.
 */
export const costlyImports: readonly {
  readonly name: string;
  readonly file: (round: number) => string;
}[] = [
  {
    name: '5,000 events with long texts',
    file: (round) => calendarFile(5_000, [`DESCRIPTION:${'A long walk. '.repeat(40)}`], { round }),
  },
  {
    name: '4 series of 8,000 days',
    file: (round) => calendarFile(4, ['RRULE:FREQ=DAILY'], { round, years: 20 }),
  },
  {
    name: 'the same series at another time',
    file: (round) => calendarFile(4, ['RRULE:FREQ=DAILY'], { round, years: 20, hour: 19 }),
  },
  {
    name: '950 series of 10 weeks',
    file: (round) => calendarFile(950, ['RRULE:FREQ=WEEKLY;COUNT=10'], { round, years: 0 }),
  },
  {
    name: 'the same 950 series at another time',
    file: (round) =>
      calendarFile(950, ['RRULE:FREQ=WEEKLY;COUNT=10'], { round, years: 0, hour: 19 }),
  },
];

/** The parts of an upload, in turn: one that has come in is not stored again. */
let sentParts = 0;

/** A year that was looked at has its rows. */
let yearsAhead = 2;

/** Another person each time. */
let changes = 0;

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
    name: 'a series of 9,990 whole days',
    method: 'POST',
    path: eventsPath,
    body: () => {
      const first = daysAgo(9_000);
      return {
        ...series({ frequency: 'daily', count: 9_990 }, `${first.toString()}T00:00:00`),
        endDate: `${first.add({ days: 1 }).toString()}T00:00:00`,
      };
    },
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
    name: 'a file of 200 series of whole days with exceptions, looked at',
    method: 'POST',
    path: importPath,
    body: () => ({
      text: calendarFile(200, ['RRULE:FREQ=WEEKLY;COUNT=99', 'EXDATE;VALUE=DATE:20300101'], {
        isAllDay: true,
      }),
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
    isRefused: true,
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
    name: 'a search of documents for as many words as a search takes',
    method: 'GET',
    path: () => `/documents?search=${'a+'.repeat(100)}`,
    maxStatements: 5,
  },
  {
    name: 'the whole directory',
    method: 'GET',
    path: () => '/users',
    maxStatements: 5,
  },
  {
    name: 'a part of an upload',
    method: 'PUT',
    path: ({ uploadId }) => {
      sentParts += 1;
      return `/files/${uploadId}/parts/${sentParts % countParts(maxUploadBytes)}`;
    },
    body: () => randomBytes(partBytes),
    maxStatements: 6,
  },
  {
    name: 'the finish of an upload that has not come in',
    method: 'POST',
    path: ({ uploadId }) => `/files/${uploadId}/finish`,
    isRefused: true,
    maxStatements: 6,
  },
  {
    name: 'the course of a balance',
    method: 'GET',
    path: ({ walletId }) => `/wallets/${walletId}/balances`,
    maxStatements: 4,
  },
  {
    name: 'a page of 200 expenses of 500 people',
    method: 'GET',
    path: () => '/expenses?take=200',
    maxStatements: 5,
  },
  {
    name: 'a change of an expense of 500 people',
    method: 'POST',
    path: ({ expenseId }) => `/expenses/${expenseId}/overrides`,
    body: ({ memberIds }) => {
      changes += 1;
      return { type: 'manual', amount: changes, participantIds: [memberIds[changes]] };
    },
    maxStatements: 30,
  },
  {
    name: 'the history of an expense of 500 people',
    method: 'GET',
    path: ({ expenseId }) => `/expenses/${expenseId}/history?take=20`,
    maxStatements: 5,
  },
  {
    name: 'two hundred records about 500 people',
    method: 'GET',
    path: () => '/audit?take=200',
    maxStatements: 8,
  },
  {
    name: 'payments that settle up 500 people',
    method: 'GET',
    path: () => '/expenses/settle-up',
    maxStatements: 5,
  },
  {
    name: 'the balances of 500 people',
    method: 'GET',
    path: () => '/expenses/balances',
    maxStatements: 5,
  },
  {
    name: 'the standings of 500 people',
    method: 'GET',
    path: () => '/expenses/standings',
    maxStatements: 6,
  },
  {
    name: 'the course of one’s own standing',
    method: 'GET',
    path: () => '/expenses/standing-course',
    maxStatements: 6,
  },
  {
    name: 'what one spent in twelve months',
    method: 'GET',
    path: () => '/expenses/spending',
    maxStatements: 4,
  },
  {
    name: 'the events of a year in all calendars',
    method: 'GET',
    path: () =>
      `/calendars/events?startDate=${daysAgo(365).toString()}&endDate=${daysAgo(0).toString()}`,
    maxStatements: 10,
  },
  {
    name: 'the events of a year that is far ahead',
    method: 'GET',
    path: ({ calendarId }) =>
      `/calendars/${calendarId}/events?startDate=2090-01-01&endDate=2090-12-31`,
    maxStatements: 10,
  },
  {
    name: 'a year with as many events as a window may have',
    method: 'GET',
    path: ({ crowdedCalendarId }) =>
      `/calendars/${crowdedCalendarId}/events?startDate=${crowdedYear}-01-01&endDate=${crowdedYear}-12-30`,
    // The first time, it makes the rows.
    maxStatements: 40,
  },
  {
    name: 'a year far ahead of a thousand series',
    method: 'GET',
    path: ({ endlessCalendarId }) => {
      yearsAhead += 1;
      const year = daysAgo(-365 * yearsAhead).year;
      return `/calendars/${endlessCalendarId}/events?startDate=${year}-01-01&endDate=${year}-12-31`;
    },
    maxStatements: 20,
  },
  {
    name: 'the chapter’s events for a calendar app',
    method: 'GET',
    path: ({ feedPath }) => feedPath,
    maxStatements: 20,
  },
  {
    name: 'the directory as cards',
    method: 'GET',
    path: () => '/members/export?format=vcard',
    maxStatements: 5,
  },
  {
    name: 'everything that is one’s own',
    method: 'GET',
    path: () => '/own-data',
    // One for each table, and one for each page of it.
    maxStatements: 100,
  },
];
