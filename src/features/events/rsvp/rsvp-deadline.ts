/** When RSVPs to an occurrence close. */
import { type Instant, toInstant } from '#kit/day.ts';

/** Null if there is no deadline: RSVPs close when the occurrence ends. */
export function computeDeadline(
  startsAt: Instant,
  closesMinutesBefore: number | null,
): Instant | null {
  if (closesMinutesBefore === null) return null;
  return toInstant(Temporal.Instant.from(startsAt).subtract({ minutes: closesMinutesBefore }));
}

/** RSVPs are closed once an occurrence is canceled or over, or its deadline has passed. */
export function isRsvpOpen(
  occurrence: {
    readonly endsAt: Instant;
    readonly deadline: Instant | null;
    readonly isCanceled: boolean;
  },
  now: Instant,
): boolean {
  const { endsAt, deadline, isCanceled } = occurrence;
  return !isCanceled && now < endsAt && (deadline === null || now < deadline);
}
