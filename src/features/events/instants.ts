import {
  type Instant,
  instantToLocal,
  type LocalDateTime,
  localToInstant,
  toInstant,
} from '#kit/day.ts';

/**
 * Converts local times in a zone to instants. A start that the clocks skip moves forward that day, and the end
 * with it, so that it takes as long as on other days.
 */
export function toInstants(
  localStart: LocalDateTime,
  localEnd: LocalDateTime,
  zone: string,
): { startsAt: Instant; endsAt: Instant } {
  const startsAt = localToInstant(localStart, zone);
  if (!isSkipped(localStart, zone, startsAt))
    return { startsAt, endsAt: localToInstant(localEnd, zone) };
  const length = Temporal.PlainDateTime.from(localStart).until(localEnd, {
    largestUnit: 'minutes',
  });
  return { startsAt, endsAt: toInstant(Temporal.Instant.from(startsAt).add(length)) };
}

/** Whether the clocks are put forward over this time. */
export function isSkipped(
  local: LocalDateTime,
  zone: string,
  instant = localToInstant(local, zone),
): boolean {
  return instantToLocal(instant, zone) !== local;
}

/** Whether the clocks are put back and show this time twice. */
export function isRepeated(local: LocalDateTime, zone: string): boolean {
  return isOdd(local, zone) && !isSkipped(local, zone);
}

/** Skipped, or happening twice. */
export function isOdd(local: LocalDateTime, zone: string): boolean {
  const plain = Temporal.PlainDateTime.from(local);
  const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = plain.toZonedDateTime(zone, { disambiguation: 'later' });
  return !earlier.equals(later);
}
