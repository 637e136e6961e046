/** A zone as iCalendar describes it: every change of its clocks that the events may need. */
import { formatLocal } from '#kit/day.ts';
import { basicLocal } from './ical-times.ts';

/** The VTIMEZONE for what happens from one year to another, both included. */
export function zoneLines(zone: string, years: { from: number; to: number }): string[] {
  const lines = ['BEGIN:VTIMEZONE', `TZID:${zone}`];
  const end = Temporal.Instant.from(`${years.to + 1}-01-01T00:00:00Z`);
  const begin = Temporal.Instant.from(`${years.from}-01-01T00:00:00Z`).toZonedDateTimeISO(zone);
  lines.push(...observance('STANDARD', begin, begin.offsetNanoseconds));
  for (let at = begin.getTimeZoneTransition('next'); at; at = at.getTimeZoneTransition('next')) {
    if (Temporal.Instant.compare(at.toInstant(), end) >= 0) break;
    const was = at.subtract({ nanoseconds: 1 }).offsetNanoseconds;
    lines.push(...observance(at.offsetNanoseconds > was ? 'DAYLIGHT' : 'STANDARD', at, was));
  }
  return [...lines, 'END:VTIMEZONE'];
}

function observance(kind: string, at: Temporal.ZonedDateTime, was: number): string[] {
  // The wall time at which it begins is told by the clock as it was before.
  const onset = at.toPlainDateTime().add({ nanoseconds: was - at.offsetNanoseconds });
  return [
    `BEGIN:${kind}`,
    `DTSTART:${basicLocal(formatLocal(onset))}`,
    `TZOFFSETFROM:${basicOffset(was)}`,
    `TZOFFSETTO:${basicOffset(at.offsetNanoseconds)}`,
    `END:${kind}`,
  ];
}

const nanosecondsOfMinute = 60_000_000_000;

function basicOffset(nanoseconds: number): string {
  const minutes = Math.round(Math.abs(nanoseconds) / nanosecondsOfMinute);
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${nanoseconds < 0 ? '-' : '+'}${digits(Math.trunc(minutes / 60))}${digits(minutes % 60)}`;
}
