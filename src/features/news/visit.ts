/** When a visit to Home ends, and since when things are new. */
import type { Instant } from '#kit/day.ts';

export type Visit = {
  /** When Home was last opened. */
  readonly seenAt: Instant;
  /** When the visit before ended; null during the first one. */
  readonly newSince: Instant | null;
};

/** Who comes back later begins another visit; until then what was new stays so. */
const minutesOfVisit = 30;

/** The visit that opening Home now belongs to. */
export function continueVisit(last: Visit | undefined, now: Instant): Visit {
  if (!last) return { seenAt: now, newSince: null };
  // The clock of a server may be set back.
  const seenAt = now > last.seenAt ? now : last.seenAt;
  return { seenAt, newSince: hasEnded(last, now) ? last.seenAt : last.newSince };
}

/** Opening Home twice in a minute is one: every commit empties the cache of replies. */
export function isWorthNoting(last: Visit | undefined, visit: Visit): boolean {
  return last?.newSince !== visit.newSince || countMinutes(last.seenAt, visit.seenAt) >= 1;
}

function hasEnded({ seenAt }: Visit, now: Instant): boolean {
  return countMinutes(seenAt, now) >= minutesOfVisit;
}

function countMinutes(from: Instant, to: Instant): number {
  return Temporal.Instant.from(from).until(to, { largestUnit: 'minutes' }).minutes;
}
