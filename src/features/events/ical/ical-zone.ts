/** Formats a time zone as iCalendar: every change of its UTC offset that the events may need. */
import { formatLocal } from '#kit/day.ts';
import { formatBasicLocal } from './ical-times.ts';

/** The VTIMEZONE that covers these years, both included. */
export function formatTimeZone(zone: string, years: { from: number; to: number }): string[] {
  const lines = ['BEGIN:VTIMEZONE', `TZID:${zone}`];
  const end = Temporal.Instant.from(`${years.to + 1}-01-01T00:00:00Z`);
  const begin = Temporal.Instant.from(`${years.from}-01-01T00:00:00Z`).toZonedDateTimeISO(zone);
  lines.push(...formatObservance('STANDARD', begin, begin.offsetNanoseconds));
  for (let at = begin.getTimeZoneTransition('next'); at; at = at.getTimeZoneTransition('next')) {
    if (Temporal.Instant.compare(at.toInstant(), end) >= 0) break;
    const offsetBefore = at.subtract({ nanoseconds: 1 }).offsetNanoseconds;
    lines.push(
      ...formatObservance(
        at.offsetNanoseconds > offsetBefore ? 'DAYLIGHT' : 'STANDARD',
        at,
        offsetBefore,
      ),
    );
  }
  return [...lines, 'END:VTIMEZONE'];
}

function formatObservance(
  kind: string,
  at: Temporal.ZonedDateTime,
  offsetBefore: number,
): string[] {
  // RFC 5545 states the onset in local time with the offset before the change.
  const onset = at.toPlainDateTime().add({ nanoseconds: offsetBefore - at.offsetNanoseconds });
  return [
    `BEGIN:${kind}`,
    `DTSTART:${formatBasicLocal(formatLocal(onset))}`,
    `TZOFFSETFROM:${formatOffset(offsetBefore)}`,
    `TZOFFSETTO:${formatOffset(at.offsetNanoseconds)}`,
    `END:${kind}`,
  ];
}

const nanosecondsPerMinute = 60_000_000_000;

function formatOffset(nanoseconds: number): string {
  const minutes = Math.round(Math.abs(nanoseconds) / nanosecondsPerMinute);
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${nanoseconds < 0 ? '-' : '+'}${digits(Math.trunc(minutes / 60))}${digits(minutes % 60)}`;
}
