/**
 * Presses at the door that the server has not confirmed, in order. They are kept through a lost
 * connection and sent later. A press that was never sent is replaced by the next one about the same
 * member, so that someone else's check-in is not undone by pressing twice while offline.
 */
import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { id } from '#kit/id.ts';
import { guestCount } from '../rsvp/occurrence-rsvp.ts';
import type { ChangeOutcome } from './attendance.ts';
import type { DoorPerson } from './door-contract.ts';

const pendingChange = z.object({
  changeId: id<'change'>(),
  memberId: id<'member'>(),
  name: z.string(),
  isHere: z.boolean(),
  guests: guestCount,
  /** Null if it is based on the pending one before about the same member. */
  seenVersion: z.nullable(z.int()),
  at: instant,
  /** It was sent and may have arrived. */
  isTried: z.boolean(),
});
export type PendingChange = z.output<typeof pendingChange>;

const pendingChanges = z.array(pendingChange);

export type DoorPress = Pick<PendingChange, 'changeId' | 'isHere' | 'guests' | 'at'>;

/** Those kept by the browser; none if what it kept cannot be read. */
export function parsePending(kept: string | undefined): readonly PendingChange[] {
  if (kept === undefined) return [];
  try {
    const read = z.safeDecode(pendingChanges, JSON.parse(kept));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

export function formatPending(pending: readonly PendingChange[]): string {
  return JSON.stringify(z.encode(pendingChanges, [...pending]));
}

/** Adds a press about a person, whom the server last described like this. */
export function queueChange(
  pending: readonly PendingChange[],
  { memberId, name, attendance }: DoorPerson,
  press: DoorPress,
): readonly PendingChange[] {
  const own = pending.filter((each) => each.memberId === memberId);
  const last = own.at(-1);
  const guests = press.isHere ? press.guests : 0;
  if (last && !last.isTried) {
    const isFirst = own.length === 1;
    const isBack =
      isFirst &&
      press.isHere === (attendance?.isHere ?? false) &&
      guests === (attendance?.guests ?? 0);
    if (isBack) return pending.filter((each) => each !== last);
    return pending.map((each) => (each === last ? { ...last, ...press, guests } : each));
  }
  const seenVersion = last ? null : (attendance?.version ?? 0);
  return [...pending, { ...press, guests, memberId, name, seenVersion, isTried: false }];
}

export function markTried(
  pending: readonly PendingChange[],
  changeId: PendingChange['changeId'],
): readonly PendingChange[] {
  return pending.map((each) => (each.changeId === changeId ? { ...each, isTried: true } : each));
}

/**
 * Removes a change that was replied to. The next one about the same member builds on it, unless someone
 * else was first: then it is dropped, too.
 */
export function settleChange(
  pending: readonly PendingChange[],
  changeId: PendingChange['changeId'],
  reply: { readonly outcome: ChangeOutcome | 'refused'; readonly version: number },
): readonly PendingChange[] {
  const settled = pending.find((each) => each.changeId === changeId);
  if (!settled) return pending;
  const isSaved = reply.outcome === 'applied' || reply.outcome === 'repeated';
  return pending.flatMap((each) => {
    if (each === settled) return [];
    if (each.memberId !== settled.memberId || each.seenVersion !== null) return [each];
    return isSaved ? [{ ...each, seenVersion: reply.version }] : [];
  });
}

/** A person as the door sees them. `isUnsent` if that is not confirmed yet. */
export type ShownPerson = DoorPerson & {
  readonly isHere: boolean;
  /** Guests who came. */
  readonly guestsHere: number;
  readonly isUnsent: boolean;
};

export function showPending(
  people: readonly DoorPerson[],
  pending: readonly PendingChange[],
): ShownPerson[] {
  const last = new Map(pending.map((each) => [each.memberId, each]));
  return people.map((person) => {
    const own = last.get(person.memberId);
    return {
      ...person,
      isHere: own?.isHere ?? person.attendance?.isHere ?? false,
      guestsHere: own?.guests ?? person.attendance?.guests ?? 0,
      isUnsent: own !== undefined,
    };
  });
}
