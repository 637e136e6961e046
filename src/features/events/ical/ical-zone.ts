/**
 * Formats a time zone as iCalendar: one STANDARD and one DAYLIGHT that repeat every year, which is all
 * that Outlook takes, and single changes for years in which the zone had no such law. By hand, because ical.js writes
 * only zones that it is given.
 */
import { formatLocal } from '#kit/day.ts';
import { weekdays } from '#kit/recurrence/recurrence.ts';
import { formatBasicLocal } from './ical-format.ts';

type Years = { readonly from: number; readonly to: number };

/** RFC 5545 states the onset in local time with the offset before the change. */
type Change = {
  readonly onset: Temporal.PlainDateTime;
  /** In nanoseconds. */
  readonly before: number;
  readonly after: number;
};

/** The VTIMEZONE that covers these years, both included, and all later ones if they have a law. */
export function formatTimeZone(zone: string, years: Years): string[] {
  const law = findLaw(zone, years.to);
  const changes = listChanges(zone, years);
  const byYear = Map.groupBy(changes, ({ onset }) => onset.year);
  let lawful = years.to + 1;
  while (lawful > years.from && law && follows(byYear.get(lawful - 1) ?? [], law)) lawful -= 1;
  const [first] = law ?? [];
  const singles = changes.filter(({ onset }) => onset.year < lawful);
  const isInitial = singles.length > 0 || !first;
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...(isInitial ? formatChange(initialChange(zone, years.from, singles[0])) : []),
    ...singles.flatMap((change) => formatChange(change)),
    ...(law ?? []).flatMap((each) => formatChange(firstOf(each, lawful), formatLaw(each))),
    'END:VTIMEZONE',
  ];
}

function listChanges(zone: string, { from, to }: Years): Change[] {
  const changes: Change[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from({
    timeZone: zone,
    year: from,
    month: 1,
    day: 1,
  }).subtract({ hours: 24 });
  for (;;) {
    at = at.getTimeZoneTransition('next');
    if (!at) return changes;
    const before = at.subtract({ nanoseconds: 1 }).offsetNanoseconds;
    const after = at.offsetNanoseconds;
    const onset = at.toPlainDateTime().add({ nanoseconds: before - after });
    if (onset.year > to) return changes;
    if (onset.year >= from) changes.push({ onset, before, after });
  }
}

/** On this weekday among seven days in a row, such as the second Sunday or the last Friday but one. */
type Law = Pick<Change, 'before' | 'after'> & {
  readonly month: number;
  readonly time: Temporal.PlainTime;
  readonly dayOfWeek: number;
  /** Of the month. */
  readonly firstDay: number;
};

/** In 28 years every date falls on every weekday. */
const yearsOfLaw = 28;

/** The two changes of every year from this one on; undefined if there are none, or others. */
function findLaw(zone: string, year: number): readonly [Law, Law] | undefined {
  const changes = listChanges(zone, { from: year, to: year + yearsOfLaw - 1 });
  const [first, second] = changes;
  if (!first || !second || changes.length !== 2 * yearsOfLaw) return undefined;
  const lawOf = ({ onset, before, after }: Change, own: readonly Change[]): Law => ({
    before,
    after,
    month: onset.month,
    time: onset.toPlainTime(),
    dayOfWeek: onset.dayOfWeek,
    firstDay: Math.min(...own.map((change) => change.onset.day)),
  });
  const law: readonly [Law, Law] = [
    lawOf(
      first,
      changes.filter((_, index) => index % 2 === 0),
    ),
    lawOf(
      second,
      changes.filter((_, index) => index % 2 === 1),
    ),
  ];
  const byYear = Map.groupBy(changes, ({ onset }) => onset.year);
  return [...byYear.values()].every((own) => follows(own, law)) ? law : undefined;
}

function follows(changes: readonly Change[], law: readonly Law[]): boolean {
  return (
    changes.length === law.length &&
    changes.every(({ onset, before, after }, index) => {
      const own = law[index];
      if (!own || before !== own.before || after !== own.after) return false;
      return onset.equals(firstOf(own, onset.year).onset);
    })
  );
}

/** The change of a year. */
function firstOf({ month, time, dayOfWeek, firstDay, before, after }: Law, year: number): Change {
  const from = Temporal.PlainDate.from({ year, month, day: firstDay });
  const day = from.add({ days: (dayOfWeek - from.dayOfWeek + 7) % 7 });
  return { onset: day.toPlainDateTime(time), before, after };
}

const weeks = new Map([
  [1, '1'],
  [8, '2'],
  [15, '3'],
  [22, '4'],
]);

function formatLaw({ month, dayOfWeek, firstDay }: Law): string {
  const weekday = weekdays[dayOfWeek - 1] ?? 'SU';
  const { daysInMonth } = Temporal.PlainYearMonth.from({ year: 2001, month });
  const nth = firstDay === daysInMonth - 6 ? '-1' : weeks.get(firstDay);
  const days = Array.from({ length: 7 }, (_, index) => firstDay + index);
  const byDay =
    nth === undefined ? `BYDAY=${weekday};BYMONTHDAY=${days.join(',')}` : `BYDAY=${nth}${weekday}`;
  return `FREQ=YEARLY;BYMONTH=${month};${byDay}`;
}

/** What applies before the first single change, or always. */
function initialChange(zone: string, year: number, first: Change | undefined): Change {
  const onset = Temporal.PlainDateTime.from({ year, month: 1, day: 1 });
  const before = first?.before ?? onset.toZonedDateTime(zone).offsetNanoseconds;
  return { onset, before, after: before };
}

function formatChange({ onset, before, after }: Change, rule?: string): string[] {
  const kind = after > before ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${formatBasicLocal(formatLocal(onset))}`,
    `TZOFFSETFROM:${formatOffset(before)}`,
    `TZOFFSETTO:${formatOffset(after)}`,
    ...(rule === undefined ? [] : [`RRULE:${rule}`]),
    `END:${kind}`,
  ];
}

const nanosecondsPerMinute = 60_000_000_000;

function formatOffset(nanoseconds: number): string {
  const minutes = Math.round(Math.abs(nanoseconds) / nanosecondsPerMinute);
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${nanoseconds < 0 ? '-' : '+'}${digits(Math.trunc(minutes / 60))}${digits(minutes % 60)}`;
}
