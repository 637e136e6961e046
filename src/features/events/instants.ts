import { type Instant, instantOf, type LocalDateTime } from '#kit/day.ts';

/**
 * Converts local times in a zone to instants. A start inside a spring-forward gap moves forward that
 * day, and so does an end that it would otherwise pass, so that nothing ends before it starts.
 */
export function toInstants(
  localStart: LocalDateTime,
  localEnd: LocalDateTime,
  zone: string,
): { startsAt: Instant; endsAt: Instant } {
  const startsAt = instantOf(localStart, zone);
  const endsAt = instantOf(localEnd, zone);
  return { startsAt, endsAt: endsAt < startsAt ? startsAt : endsAt };
}
