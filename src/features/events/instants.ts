import { type Instant, type LocalDateTime, localToInstant } from '#kit/day.ts';

/**
 * Converts local times in a zone to instants. A start inside a spring-forward gap moves forward that
 * day, and so does an end that it would otherwise pass, so that nothing ends before it starts.
 */
export function toInstants(
  localStart: LocalDateTime,
  localEnd: LocalDateTime,
  zone: string,
): { startsAt: Instant; endsAt: Instant } {
  const startsAt = localToInstant(localStart, zone);
  const endsAt = localToInstant(localEnd, zone);
  return { startsAt, endsAt: endsAt < startsAt ? startsAt : endsAt };
}
