/** The feed says the same to other calendars: each occurrence begins and ends at the same moment. */
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { expect, test } from 'vitest';
import { amountOf, seed, tier } from '#app/testing/amounts.ts';
import { addDays } from '#kit/calendar/month.ts';
import {
  type Day,
  type Instant,
  instantToLocal,
  type LocalDateTime,
  localToDay,
  toInstant,
} from '#kit/day.ts';
import { generateOccurrences } from '#kit/recurrence/recurrence.ts';
import { testId } from '#kit/testing/test-id.ts';
import { allDayTimes } from '../all-day.ts';
import { toInstants } from '../instants.ts';
import { addMinutes, generateOriginalStarts, resolveOccurrence, type Series } from '../series.ts';
import { parseValidRule } from '../testing/random-rules.ts';
import { readSeries } from '../testing/read-calendar.ts';
import { isOnClockChange } from './ical-clock-changes.ts';
import { type FeedEvent, formatFeed } from './ical-feed.ts';

const now = '2026-11-20T10:00:00.000Z';
const fields = {
  title: 'Forum',
  description: '',
  location: '',
  categoryColor: '2563eb',
  capacity: null,
  maxGuests: 20,
  rsvpClosesMinutesBefore: null,
};

/** From one moment to another. */
type Span = string;

function createEvent(series: Series, timeZone: string): FeedEvent {
  const id = testId<'event'>('019a0000-0000-7000-8000-000000000001');
  const starts = [...generateOriginalStarts(series, windowOf(series))];
  return {
    id,
    timeZone,
    series,
    createdAt: now,
    updatedAt: now,
    version: 1,
    isCanceled: false,
    answers: new Map(),
    onClockChanges: series.rule
      ? starts.filter((each) => {
          const resolved = resolveOccurrence(series, each);
          return !resolved.isCanceled && isOnClockChange(resolved, timeZone);
        })
      : [],
  };
}

/** Enough for a change of the clock in each zone that has one. */
const daysRead = amountOf('feed-days');

function windowOf({ start }: Series) {
  const from = localToDay(start);
  return { from, to: addDays(from, daysRead) };
}

/** As the hub keeps it. */
function listOwn(series: Series, zone: string): Span[] {
  return [...generateOriginalStarts(series, windowOf(series))].flatMap((original) => {
    const { start, end, isCanceled } = resolveOccurrence(series, original);
    const { startsAt, endsAt } = toInstants(start, end, zone);
    return isCanceled ? [] : [`${startsAt} ${endsAt}`];
  });
}

/** Both libraries give dates. */
const fromDate = (date: { getTime(): number }): Instant =>
  toInstant(Temporal.Instant.fromEpochMilliseconds(date.getTime()));

/** As ical.js reads it, by the zones that the file describes. */
function listByIcalJs(text: string, limit: Instant): Span[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return calendar
    .getAllSubcomponents('vevent')
    .filter((each) => !each.hasProperty('recurrence-id'))
    .flatMap((main) => listEvent(new ICAL.Event(main), limit));
}

function listEvent(event: ICAL.Event, limit: Instant): Span[] {
  const spans: Span[] = [];
  const iterator = event.iterator();
  for (let next = iterator.next(); next; next = iterator.next()) {
    const { startDate, endDate } = event.getOccurrenceDetails(next);
    if (fromDate(next.toJSDate()) > limit) break;
    spans.push(`${fromDate(startDate.toJSDate())} ${fromDate(endDate.toJSDate())}`);
    if (!event.isRecurring()) break;
  }
  return spans;
}

/** As node-ical reads it, by the zones that it knows. */
function listByNodeIcal(text: string, from: Instant, to: Instant): Span[] {
  // oxlint-disable-next-line no-restricted-globals -- node-ical wants dates
  const [first, last] = [new Date(from), new Date(to)];
  return Object.values(nodeIcal.sync.parseICS(text)).flatMap((event) =>
    event?.type === 'VEVENT'
      ? nodeIcal
          .expandRecurringEvent(event, { from: first, to: last })
          .map(({ start, end }): Span => `${fromDate(start)} ${fromDate(end)}`)
      : [],
  );
}

function expectSame(series: Series, zone: string, isForIcalJs = true): void {
  const text = formatFeed('San Diego chapter', [createEvent(series, zone)], now);
  const own = listOwn(series, zone);
  const { to } = windowOf(series);
  const { startsAt } = toInstants(series.start, series.end, zone);
  const limit: Instant = `${to}T23:59:00.000Z`;
  const isWithin = (span: Span) => span.slice(0, 24) < `${addDays(to, -2)}T00:00:00.000Z`;
  const expected = own.filter(isWithin).sort();
  if (isForIcalJs) expect(listByIcalJs(text, limit).filter(isWithin).sort()).toEqual(expected);
  expect(listByNodeIcal(text, startsAt, limit).filter(isWithin).sort()).toEqual(expected);
}

const zones = [
  'America/Los_Angeles',
  'Europe/Dublin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
] as const;

/** ical.js reads it as every Monday. No form makes it, only a file. */
const notByIcalJs = 'FREQ=YEARLY;BYDAY=20MO';

/** Of every kind that the form makes, RFC 5545 shows and the files of other programs have. */
const rules = [
  'FREQ=DAILY',
  'FREQ=DAILY;INTERVAL=3;COUNT=90',
  'FREQ=DAILY;BYDAY=MO,WE;BYMONTH=3,10,11',
  'FREQ=DAILY;UNTIL=20270401',
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,SU;WKST=SU',
  'FREQ=WEEKLY;COUNT=80;WKST=SU;BYDAY=TU,TH',
  'FREQ=WEEKLY;BYDAY=SA,SU;UNTIL=20271108T093000',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'FREQ=MONTHLY;BYMONTHDAY=1,-1',
  'FREQ=MONTHLY;BYMONTHDAY=29,31',
  'FREQ=MONTHLY;BYMONTHDAY=-3',
  'FREQ=MONTHLY;BYDAY=2TU',
  'FREQ=MONTHLY;BYDAY=-1SU',
  'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
  'FREQ=MONTHLY;BYDAY=TU',
  'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1;COUNT=20',
  'FREQ=YEARLY',
  'FREQ=YEARLY;BYMONTH=6,7',
  'FREQ=YEARLY;BYMONTHDAY=29',
  'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
  notByIcalJs,
];

/** Over, in and beside the hours in which clocks change. */
const times = [
  ['00:30', 90],
  ['02:15', 30],
  ['02:30', 60],
  ['12:00', 0],
  ['23:00', 270],
  ['18:00', 1_500],
] as const;

/** The gate reads each rule in two of the zones, in others each day. */
const isDrawn = (rule: number, zone: number) =>
  tier !== 'gate' || [0, 2].includes((seed + rule + zone) % zones.length);

const combinations = rules.flatMap((rule, index) =>
  zones.filter((_, zone) => isDrawn(index, zone)).map((zone) => [rule, zone] as const),
);

test.each(combinations)(
  '%s in %s is read by ical.js and node-ical as the hub keeps it',
  (text, zone) => {
    for (const [time, minutes] of times) {
      const rule = parseValidRule(text);
      const day = '2026-03-01';
      const from: LocalDateTime = `${day}T${time}`;
      const [start = from] = generateOccurrences(from, rule, { from: day, to: addDays(day, 800) });
      const series = {
        start,
        end: addMinutes(start, minutes),
        rule,
        fields,
        exceptions: new Map(),
      };
      expectSame(series, zone, text !== notByIcalJs);
    }
  },
);

/** A rule, its first start, minutes, a zone, and what it leaves out. */
const oddSeries: readonly [string, LocalDateTime, number, string, LocalDateTime[]][] = [
  ['FREQ=DAILY;COUNT=3', '2027-03-13T02:30', 60, 'America/Los_Angeles', []],
  ['FREQ=DAILY;COUNT=3', '2027-03-13T02:30', 20, 'America/Los_Angeles', []],
  ['FREQ=DAILY;COUNT=3', '2027-03-14T02:30', 60, 'America/Los_Angeles', []],
  ['FREQ=DAILY;COUNT=3', '2027-03-13T02:30', 60, 'America/Los_Angeles', ['2027-03-14T02:30']],
  ['FREQ=DAILY;COUNT=3', '2027-03-13T02:30', 60, 'America/Los_Angeles', ['2027-03-13T02:30']],
  ['FREQ=DAILY;COUNT=3', '2027-03-14T02:30', 60, 'America/Los_Angeles', ['2027-03-14T02:30']],
  ['FREQ=WEEKLY;BYDAY=SU;COUNT=9', '2027-03-07T02:00', 90, 'America/Los_Angeles', []],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;COUNT=9', '2027-03-14T02:59', 90, 'America/Los_Angeles', []],
  ['FREQ=MONTHLY;BYDAY=2SU;COUNT=3', '2027-02-14T02:30', 45, 'America/Los_Angeles', []],
  ['FREQ=DAILY;COUNT=3', '2027-11-06T01:30', 60, 'America/Los_Angeles', []],
  ['FREQ=DAILY;COUNT=3', '2027-11-07T01:30', 60, 'America/Los_Angeles', []],
  ['FREQ=DAILY;COUNT=4', '2027-11-05T01:30', 20, 'America/Los_Angeles', ['2027-11-06T01:30']],
  ['FREQ=DAILY;COUNT=4', '2027-11-06T01:30', 20, 'America/Los_Angeles', ['2027-11-08T01:30']],
  ['FREQ=DAILY;COUNT=3', '2027-11-06T01:30', 60, 'America/Los_Angeles', ['2027-11-07T01:30']],
  ['FREQ=WEEKLY;BYDAY=SU;COUNT=9', '2027-10-03T01:00', 30, 'America/Los_Angeles', []],
  ['FREQ=DAILY;COUNT=5', '2026-10-02T02:10', 30, 'Australia/Lord_Howe', []],
  ['FREQ=DAILY;COUNT=5', '2027-04-02T01:40', 45, 'Australia/Lord_Howe', []],
  ['FREQ=DAILY;COUNT=9', '2027-03-25T01:15', 30, 'Europe/Dublin', []],
  ['FREQ=DAILY;COUNT=9', '2027-10-28T01:15', 30, 'Europe/Dublin', []],
  ['FREQ=DAILY;COUNT=9', '2027-03-12T00:30', 30, 'America/Havana', []],
  ['FREQ=DAILY;UNTIL=20271107T013000', '2027-11-05T01:30', 60, 'America/Los_Angeles', []],
  ['FREQ=DAILY;UNTIL=20271031T013000', '2027-10-29T01:30', 20, 'Europe/Lisbon', []],
  ['FREQ=DAILY;UNTIL=20271110T173000', '2027-11-05T18:00', 60, 'America/Los_Angeles', []],
];

test.each(oddSeries)(
  '%s from %s, of %i minutes, in %s without %j is the same for all readers',
  async (text, start, minutes, zone, left) => {
    const series: Series = {
      start,
      end: addMinutes(start, minutes),
      rule: parseValidRule(text),
      fields,
      exceptions: new Map(
        left.map((each) => [each, { isCanceled: true, fields: {}, times: null }]),
      ),
    };
    const feed = formatFeed('San Diego chapter', [createEvent(series, zone)], now);
    const own = listOwn(series, zone).sort();
    const limit: Instant = `${addDays(localToDay(start), 800)}T23:59:00.000Z`;
    const until = own.filter((span) => span.slice(0, 24) < limit);
    const { startsAt } = toInstants(series.start, series.end, zone);
    const dayBefore: Instant = `${addDays(localToDay(start), -1)}T00:00:00.000Z`;
    expect(startsAt > dayBefore).toBe(true);
    expect(listByIcalJs(feed, limit).sort()).toEqual(until);
    expect(listByNodeIcal(feed, dayBefore, limit).sort()).toEqual(until);
    // In again, it is what it was.
    const again = await readSeries(feed, zone);
    const spans = again.flatMap((each) => listOwn({ ...each, fields }, zone)).sort();
    expect(spans.filter((span) => span.slice(0, 24) < limit)).toEqual(until);
  },
);

test.each<[LocalDateTime]>([['2027-03-14T02:30'], ['2027-11-07T01:30']])(
  'a series whose first date, at %s, was moved is the same for all readers',
  (start) => {
    const moved = { start: addMinutes(start, 7_400), end: addMinutes(start, 7_460) };
    const rule = parseValidRule('FREQ=DAILY;COUNT=4');
    const exceptions = new Map([[start, { isCanceled: false, fields: {}, times: moved }]]);
    const series = { start, end: addMinutes(start, 60), rule, fields, exceptions };
    expectSame(series, 'America/Los_Angeles');
  },
);

test.each(zones)('single events in %s begin and end when the hub says, on all nights', (zone) => {
  for (let day: Day = '2026-01-01'; day < '2027-12-31'; day = addDays(day, 1)) {
    for (const [time, minutes] of times.slice(0, 3)) {
      const start: LocalDateTime = `${day}T${time}`;
      const series = { start, end: addMinutes(start, minutes), rule: null, fields };
      const single = { ...series, exceptions: new Map() };
      if (isOnClockChange(single, zone)) expectSame(single, zone);
    }
  }
});

/** node-ical gives days as midnights of this machine. */
const toMachineDay = (date: { getTime(): number }) =>
  localToDay(instantToLocal(fromDate(date), Temporal.Now.timeZoneId()));

test.each(rules)('whole days, %s, are the same days for ical.js and node-ical', (text) => {
  const rule = parseValidRule(text);
  const day = '2026-03-01';
  const from: LocalDateTime = `${day}T00:00`;
  const [start = from] = generateOccurrences(from, rule, { from: day, to: addDays(day, 800) });
  const { endDate } = allDayTimes(localToDay(start), addDays(localToDay(start), 1));
  const series = { start, end: endDate, rule, fields, exceptions: new Map() };
  const feed = formatFeed('San Diego chapter', [createEvent(series, 'America/Havana')], now);
  const { to } = windowOf(series);
  const limit = addDays(to, -2);
  const own = [...generateOriginalStarts(series, windowOf(series))]
    .map((each) => `${localToDay(each)} ${addDays(localToDay(each), 2)}`)
    .filter((days) => days < limit);

  const calendar = new ICAL.Component(ICAL.parse(feed) as unknown[]);
  const [main] = calendar.getAllSubcomponents('vevent');
  const event = main && new ICAL.Event(main);
  const byIcalJs: string[] = [];
  const iterator = event?.iterator();
  for (let next = iterator?.next(); event && next; next = iterator?.next()) {
    const { startDate, endDate: end } = event.getOccurrenceDetails(next);
    if (startDate.toString() >= limit) break;
    byIcalJs.push(`${startDate.toString()} ${end.toString()}`);
  }
  if (text !== notByIcalJs) expect(byIcalJs).toEqual(own);

  const read = Object.values(nodeIcal.sync.parseICS(feed)).find((each) => each?.type === 'VEVENT');
  if (read?.type !== 'VEVENT') throw new Error('no event');
  // oxlint-disable-next-line no-restricted-globals -- node-ical wants dates
  const [first, last] = [new Date(`${addDays(day, -1)}T00:00Z`), new Date(`${to}T23:59Z`)];
  const byNodeIcal = nodeIcal
    .expandRecurringEvent(read, { from: first, to: last })
    .map((each) => `${toMachineDay(each.start)} ${toMachineDay(each.end)}`)
    .filter((days) => days < limit);
  expect(byNodeIcal).toEqual(own);
});
