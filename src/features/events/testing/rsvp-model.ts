/** A model of RSVPs without a database, which tests compare the server with. */

import { expect } from 'vitest';
import type { Id } from '#kit/id.ts';
import type { RsvpAnswer } from '../rsvp/occurrence-rsvp.ts';
import { applyRsvp, countHeads, type Rsvp } from '../rsvp/rsvp.ts';

export type RecordedAnswer = {
  memberId: Id<'member'>;
  answer: RsvpAnswer;
  guests: number;
  turn: number;
};

/** Applies the RSVPs in order by the pure rules and checks the capacity after each. */
export function replay(
  capacity: number | null,
  answers: readonly RecordedAnswer[],
): Map<Id<'member'>, Rsvp> {
  const rsvps = new Map<Id<'member'>, Rsvp>();
  for (const { memberId, turn, ...request } of answers) {
    const answered = applyRsvp(
      computeCapacity(capacity, rsvps),
      memberId,
      rsvps.get(memberId),
      request,
      turn,
    );
    if (!answered) continue;
    rsvps.set(memberId, answered.mine);
    promoteMembers(rsvps, answered.promoted);
    expect(computeCapacity(capacity, rsvps).confirmed).toBeLessThanOrEqual(capacity ?? 1e9);
  }
  return rsvps;
}

export function computeCapacity(capacity: number | null, rsvps: ReadonlyMap<Id<'member'>, Rsvp>) {
  const all = [...rsvps].map(([memberId, rsvp]) => ({
    memberId,
    ...rsvp,
    heads: countHeads(rsvp),
  }));
  const confirmed = all
    .filter(({ status }) => status === 'confirmed')
    .reduce((sum, { heads }) => sum + heads, 0);
  const waiting = all
    .filter(({ status }) => status === 'waitlisted')
    .sort((a, b) => a.place - b.place);
  return { capacity, confirmed, waiting };
}

export function promoteMembers(
  rsvps: Map<Id<'member'>, Rsvp>,
  memberIds: readonly Id<'member'>[],
): void {
  for (const id of memberIds) {
    const waited = rsvps.get(id);
    if (waited) rsvps.set(id, { ...waited, status: 'confirmed' });
  }
}
