/** When a visit to Home ends, and since when things are new. */
import type { Instant } from '#kit/day.ts';

export type Visit = {
  /** When Home was last opened. */
  readonly seenAt: Instant;
  /** When the visit before ended; null during the first one. */
  readonly newSince: Instant | null;
};

/** Who comes back later begins another visit; until then what was new stays so. */
export const minutesOfVisit = 30;

/** The visit that opening Home now belongs to. */
export function continueVisit(last: Visit | undefined, now: Instant): Visit {
  if (!last) return { seenAt: now, newSince: null };
  // The clock of a server may be set back.
  const seenAt = now > last.seenAt ? now : last.seenAt;
  return { seenAt, newSince: hasEnded(last, now) ? last.seenAt : last.newSince };
}

function hasEnded({ seenAt }: Visit, now: Instant): boolean {
  const { minutes } = Temporal.Instant.from(seenAt).until(now, { largestUnit: 'minutes' });
  return minutes >= minutesOfVisit;
}
