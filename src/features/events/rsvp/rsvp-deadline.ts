/** Until when an occurrence can be answered. */
import { type Instant, toInstant } from '#kit/day.ts';

/** So many minutes before its start; null: answers are taken until it is over. */
export function deadlineOf(startsAt: Instant, closesMinutesBefore: number | null): Instant | null {
  if (closesMinutesBefore === null) return null;
  return toInstant(Temporal.Instant.from(startsAt).subtract({ minutes: closesMinutesBefore }));
}

/** Whether answers are taken `now`: not of what is cancelled or over, nor after the deadline. */
export function isOpenFor(
  occurrence: {
    readonly endsAt: Instant;
    readonly deadline: Instant | null;
    readonly isCancelled: boolean;
  },
  now: Instant,
): boolean {
  const { endsAt, deadline, isCancelled } = occurrence;
  return !isCancelled && now < endsAt && (deadline === null || now < deadline);
}
