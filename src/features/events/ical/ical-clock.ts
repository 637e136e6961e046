/** The clocks by which a file gives times: a zone by name, or a table that the file brings along. */
import type { Budget } from '#kit/budget.ts';
import { addDays } from '#kit/calendar/month.ts';
import {
  type Day,
  formatLocal,
  type Instant,
  instantToLocal,
  type LocalDateTime,
  localToDay,
  localToInstant,
  toDay,
  toInstant,
} from '#kit/day.ts';
import { generateOccurrences, type RecurrenceRule } from '#kit/recurrence/recurrence.ts';
import { parseRule } from '#kit/recurrence/rule-text.ts';
import { isSameZone } from '#kit/time-zone.ts';
import { formatBasicLocal } from './ical-format.ts';
import type { Component } from './ical-read.ts';
import { findZone, readOffsetName } from './ical-zone-names.ts';

export type Clock = {
  /** As the file names it. */
  readonly name: string;
  toInstant(local: LocalDateTime): Instant;
  offsetAt(instant: Instant): number;
  /** When its offset changes, in between. */
  listChanges(from: Instant, to: Instant): Instant[];
  /** The zone, unless it is a table. */
  readonly zone: string | undefined;
};

/**
 * The clock that a file means by a name; undefined if nothing says what it is. Times without a name are on the
 * clock of the whole file, as most programs read them; null if it names none that is known.
 */
export function createClocks(calendar: Component, budget: Budget) {
  const tables = new Map(
    calendar.components
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((table) => [getValue(table, 'TZID')?.trim(), table]),
  );
  const known = new Map<string, Clock | undefined>();
  const find = (name: string): Clock | undefined => {
    const table = tables.get(name);
    const zone = findZone(name) ?? findZone((table && getValue(table, 'X-LIC-LOCATION')) ?? '');
    if (zone !== undefined) return createZoneClock(zone, name);
    const observances = table ? readObservances(table) : [];
    if (observances.length > 0) return createTableClock(name, observances, budget);
    const offset = readOffsetName(name);
    return offset === undefined ? undefined : createZoneClock(offset, name);
  };
  const findKnown = (name: string) => {
    if (!known.has(name)) known.set(name, find(name));
    return known.get(name);
  };
  const nameOfFile = getValue(calendar, 'X-WR-TIMEZONE')?.trim() ?? '';
  const clockOfFile = nameOfFile === '' ? null : (findKnown(nameOfFile) ?? null);
  // A name may be left blank, in a few files for a table without one.
  return (name: string | undefined): Clock | null | undefined =>
    (name || tables.has('')) && name !== undefined ? findKnown(name) : clockOfFile;
}

export type FindClock = ReturnType<typeof createClocks>;

function getValue({ properties }: Component, name: string): string | undefined {
  return properties.find((property) => property.name === name)?.values[0];
}

export function createZoneClock(zone: string, name = zone): Clock {
  const at = (instant: Instant) => Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
  return {
    name,
    zone,
    toInstant: (local) => localToInstant(local, zone),
    offsetAt: (instant) => Math.round(at(instant).offsetNanoseconds / 60_000_000_000),
    listChanges: (from, to) => {
      const changes: Instant[] = [];
      for (let change = at(from).getTimeZoneTransition('next'); change; ) {
        const instant = toInstant(change.toInstant());
        if (instant > to) break;
        changes.push(instant);
        change = change.getTimeZoneTransition('next');
      }
      return changes;
    },
  };
}

/** Offsets in minutes. */
type Observance = {
  readonly start: LocalDateTime;
  readonly before: number;
  readonly after: number;
  readonly rule: RecurrenceRule | null;
  readonly more: readonly LocalDateTime[];
};

/** Of one zone. A table of all that happened to a zone since 1880 has a third of these. */
const maxObservances = 500;
const maxRepeating = 100;
const maxNamedOnsets = 1_000;

/** What exceeds the limits is left out: each year of a series walks through all that are left. */
function readObservances({ components }: Component): Observance[] {
  let [repeating, named] = [0, 0];
  return components.slice(0, maxObservances).flatMap((component) => {
    const before = readOffset(getValue(component, 'TZOFFSETFROM'));
    const readOnset = (text: string | undefined) => readLocal(text, before);
    const start = readOnset(getValue(component, 'DTSTART'));
    const after = readOffset(getValue(component, 'TZOFFSETTO'));
    if (start === undefined || before === undefined || after === undefined) return [];
    const rule = parseRule(
      (getValue(component, 'RRULE') ?? '').replace(
        /UNTIL=(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)\d\dZ/i,
        (all, year, month, day, hour, minute) => {
          const until = readOnset(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
          return until === undefined ? all : `UNTIL=${formatBasicLocal(until)}`;
        },
      ),
    );
    if (rule.ok) repeating += 1;
    if (rule.ok && repeating > maxRepeating) return [];
    const more = component.properties
      .filter(({ name }) => name === 'RDATE')
      .flatMap(({ values }) => values)
      .slice(0, maxNamedOnsets - named)
      .map(readOnset)
      .filter((local) => local !== undefined);
    named += more.length;
    return [{ start, before, after, rule: rule.ok ? rule.value : null, more }];
  });
}

/** A change in local time, or in UTC, by the offset in minutes that it ends. */
function readLocal(text: string | undefined, offset = 0): LocalDateTime | undefined {
  const [, local, isUtc] = /^(\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d)?)(Z?)$/.exec(text ?? '') ?? [];
  if (local === undefined) return undefined;
  try {
    const minutes = isUtc ? offset : 0;
    return formatLocal(Temporal.PlainDateTime.from(local).add({ minutes }));
  } catch {
    return undefined;
  }
}

/** In minutes: seconds were part of offsets until about 1900. */
function readOffset(text: string | undefined): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)(?::?\d\d)?$/.exec(text ?? '') ?? [];
  if (hours === undefined) return undefined;
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

type Change = { readonly at: number; readonly before: number; readonly after: number };

/** Days in which a table that changes every year certainly changes. */
const moreThanAYear = 400;

function createTableClock(name: string, observances: readonly Observance[], budget: Budget): Clock {
  const known = new Map<number, readonly Change[]>();
  /** What a time in this year needs: its changes, and the last ones before. */
  const changesOf = (year: number): readonly Change[] => {
    const found = known.get(year) ?? listChanges(observances, year, budget);
    known.set(year, found);
    return found;
  };
  const initial = observances.reduce((one, other) =>
    other.start < one.start ? other : one,
  ).before;
  const offsetAt = (instant: Instant) => {
    const minute = toMinute(instant);
    return (
      changesOf(Number(instant.slice(0, 4))).findLast(({ at }) => at <= minute)?.after ?? initial
    );
  };
  return {
    name,
    zone: undefined,
    toInstant: (local) => {
      const minute = toMinute(local);
      const last = changesOf(Number(local.slice(0, 4))).findLast(
        ({ at, before }) => minute - before >= at,
      );
      // A time that the clocks skip is read with the offset before.
      const isSkipped = last !== undefined && minute - last.after < last.at;
      return fromMinute(minute - (isSkipped ? last.before : (last?.after ?? initial)));
    },
    offsetAt,
    listChanges: (from, to) => {
      const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
      const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      // Most of what has no rule is in every year, and formatting is what takes time.
      const all = new Set(years.flatMap((year) => changesOf(year).map(({ at }) => at)));
      return [...all]
        .map(fromMinute)
        .filter((at) => at > from && at <= to)
        .sort();
    },
  };
}

function listChanges(observances: readonly Observance[], year: number, budget: Budget): Change[] {
  const to = toDay(Temporal.PlainDate.from({ year, month: 12, day: 31 }));
  const from = addDays(to, -366 - moreThanAYear);
  return observances
    .flatMap(({ start, before, after, rule, more }) => {
      // Who made the budget refuses what was read with it.
      if (budget.isSpent()) return [];
      budget.spend(more.length);
      const onsets = [start, ...more];
      if (rule) {
        onsets.push(...generateOccurrences(start, rule, { from, to }, budget));
        const last = rule.end.kind === 'until' ? localToDay(rule.end.until) : undefined;
        if (last !== undefined && last < from) {
          const window = { from: addDays(last, -moreThanAYear), to: last };
          onsets.push(...generateOccurrences(start, rule, window, budget));
        }
      }
      return onsets.map((onset) => ({ at: toMinute(onset) - before, before, after }));
    })
    .sort((one, other) => one.at - other.at);
}

function toMinute(time: LocalDateTime | Instant): number {
  const text = time.endsWith('Z') ? time : `${time}Z`;
  return Math.floor(Temporal.Instant.from(text).epochMilliseconds / 60_000);
}

function fromMinute(minute: number): Instant {
  return toInstant(Temporal.Instant.fromEpochMilliseconds(minute * 60_000));
}

/** A series is compared with the calendar's zone for this long. */
const yearsCompared = 60;

/**
 * By how many minutes the calendar's zone is ahead of a clock from the first occurrence on, up to
 * the last day; undefined if that changes in between, so that no rule in the zone means the same.
 */
export function findShift(
  clock: Clock,
  zone: string,
  start: LocalDateTime,
  lastDay: Day | null,
): number | undefined {
  if (clock.zone !== undefined && isSameZone(clock.zone, zone)) return 0;
  const from = clock.toInstant(start);
  const limit = toDay(Temporal.PlainDate.from(localToDay(start)).add({ years: yearsCompared }));
  const last = lastDay !== null && lastDay < limit ? lastDay : limit;
  const to: Instant = `${addDays(last, 1)}T23:59:00.000Z`;
  const own = createZoneClock(zone);
  const moments = [from, ...clock.listChanges(from, to), ...own.listChanges(from, to)];
  const shifts = new Set(moments.map((each) => own.offsetAt(each) - clock.offsetAt(each)));
  const [shift] = shifts;
  return shifts.size === 1 ? shift : undefined;
}

/** The local time in `zone`. */
export function fromClock(local: LocalDateTime, clock: Clock, zone: string): LocalDateTime {
  return clock.zone === zone ? local : instantToLocal(clock.toInstant(local), zone);
}
