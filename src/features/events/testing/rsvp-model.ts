/** Answers as the pure rules take them, without a database: what tests hold the hub to. */

import { expect } from 'vitest';
import type { Id } from '#kit/id.ts';
import type { RsvpAnswer } from '../rsvp/occurrence-rsvp.ts';
import { answerRsvp, headsOf, type Rsvp } from '../rsvp/rsvp.ts';

export type Told = { memberId: Id<'member'>; answer: RsvpAnswer; guests: number; turn: number };

/** The answers one after the other, as the pure rules take them; never beyond the capacity. */
export function replay(capacity: number | null, answers: readonly Told[]): Map<Id<'member'>, Rsvp> {
  const rsvps = new Map<Id<'member'>, Rsvp>();
  for (const { memberId, turn, ...wish } of answers) {
    const done = answerRsvp(roomOf(capacity, rsvps), memberId, rsvps.get(memberId), wish, turn);
    if (!done) continue;
    rsvps.set(memberId, done.mine);
    letIn(rsvps, done.promoted);
    expect(roomOf(capacity, rsvps).confirmed).toBeLessThanOrEqual(capacity ?? 1e9);
  }
  return rsvps;
}

export function roomOf(capacity: number | null, rsvps: ReadonlyMap<Id<'member'>, Rsvp>) {
  const all = [...rsvps].map(([memberId, rsvp]) => ({ memberId, ...rsvp, heads: headsOf(rsvp) }));
  const confirmed = all
    .filter(({ status }) => status === 'confirmed')
    .reduce((sum, { heads }) => sum + heads, 0);
  const waiting = all
    .filter(({ status }) => status === 'waitlisted')
    .sort((a, b) => a.place - b.place);
  return { capacity, confirmed, waiting };
}

export function letIn(rsvps: Map<Id<'member'>, Rsvp>, memberIds: readonly Id<'member'>[]): void {
  for (const id of memberIds) {
    const waited = rsvps.get(id);
    if (waited) rsvps.set(id, { ...waited, status: 'confirmed' });
  }
}
