import { type Instant, instantOf, type LocalDateTime } from '#kit/day.ts';

/**
 * When something happens that stands on the calendar of a zone from one wall time to another. A
 * start inside a spring-forward gap moves forward that day; an end that it overtakes moves with it,
 * so that nothing ever ends before it starts.
 */
export function instantsOf(
  localStart: LocalDateTime,
  localEnd: LocalDateTime,
  zone: string,
): { startsAt: Instant; endsAt: Instant } {
  const startsAt = instantOf(localStart, zone);
  const endsAt = instantOf(localEnd, zone);
  return { startsAt, endsAt: endsAt < startsAt ? startsAt : endsAt };
}
