/**
 * Decides who has a spot at an occurrence. A member takes one spot, and so does each of their guests.
 * If a party does not fit, it waits in order of arrival and is promoted as soon as it fits.
 */
import type { Id } from '#kit/id.ts';
import type { OccurrenceRsvp, RsvpAnswer } from './occurrence-rsvp.ts';

export type RsvpRequest = { readonly answer: RsvpAnswer; readonly guests: number };

export type Rsvp = RsvpRequest & {
  /** Only members who are going can be waitlisted; every other RSVP is confirmed. */
  readonly status: 'confirmed' | 'waitlisted';
  /** The position in order of arrival, which orders the waitlist. */
  readonly place: number;
};

export type WaitlistEntry = { readonly memberId: Id<'member'>; readonly heads: number };

export type OccurrenceCapacity = {
  /** Null means unlimited. */
  readonly capacity: number | null;
  /** Spots taken. */
  readonly confirmed: number;
  /** In order of arrival. None of these parties fits, or it would have been promoted. */
  readonly waiting: readonly WaitlistEntry[];
};

/** The spots that an RSVP takes, or would take. */
export function countHeads({ answer, guests }: RsvpRequest): number {
  return answer === 'going' ? 1 + guests : 0;
}

/**
 * The guests that a member may bring, given what they bring now: at most the event's limit, or as many
 * as they already bring if the limit was lowered since.
 */
export function computeMaxGuests(
  before: Pick<Rsvp, 'answer' | 'guests'> | null | undefined,
  maxGuests: number,
): number {
  return before?.answer === 'going' ? Math.max(before.guests, maxGuests) : maxGuests;
}

/**
 * Applies a member's RSVP. A party that fits gets spots. A changed party keeps its position if it
 * fits; if not, a party that grew goes to the end of the waitlist and one that shrank stays where it
 * is. Guests count only for members who are going. Freed spots go to the first waitlisted parties
 * that fit.
 *
 * `turn` is the number of this RSVP and thus the last position in order of arrival. Returns undefined
 * if the RSVP is unchanged.
 */
export function applyRsvp(
  occurrence: OccurrenceCapacity,
  memberId: Id<'member'>,
  before: Rsvp | undefined,
  request: RsvpRequest,
  turn: number,
): { mine: Rsvp; promoted: Id<'member'>[] } | undefined {
  const { answer } = request;
  const guests = answer === 'going' ? request.guests : 0;
  if (before?.answer === answer && before.guests === guests) return undefined;
  const heads = countHeads({ answer, guests });
  const confirmedBefore = before?.status === 'confirmed' ? countHeads(before) : 0;
  const others = occurrence.confirmed - confirmedBefore;
  const hasSpot = fitsCapacity(occurrence.capacity, others, heads);
  const mine: Rsvp = {
    answer,
    guests,
    status: hasSpot ? 'confirmed' : 'waitlisted',
    place: keepsPosition(before, heads, hasSpot) ? before.place : turn,
  };
  const waiting = occurrence.waiting.filter((each) => each.memberId !== memberId);
  const confirmed = others + (hasSpot ? heads : 0);
  return {
    mine,
    promoted: selectPromotions({ capacity: occurrence.capacity, confirmed, waiting }),
  };
}

/** Who is promoted from the waitlist: in order of arrival, each party that still fits. */
export function selectPromotions({
  capacity,
  confirmed,
  waiting,
}: OccurrenceCapacity): Id<'member'>[] {
  const promoted: Id<'member'>[] = [];
  let taken = confirmed;
  for (const { memberId, heads } of waiting) {
    if (!fitsCapacity(capacity, taken, heads)) continue;
    promoted.push(memberId);
    taken += heads;
  }
  return promoted;
}

function fitsCapacity(capacity: number | null, taken: number, heads: number): boolean {
  return capacity === null || heads === 0 || taken + heads <= capacity;
}

function keepsPosition(before: Rsvp | undefined, heads: number, hasSpot: boolean): before is Rsvp {
  if (before?.answer !== 'going' || heads === 0) return false;
  return hasSpot || (before.status === 'waitlisted' && heads < countHeads(before));
}

/**
 * The likely result of an RSVP, shown until the server replies. It cannot know about concurrent RSVPs
 * or about promotions from the waitlist.
 */
export function previewRsvp(rsvp: OccurrenceRsvp, request: RsvpRequest): OccurrenceRsvp {
  const { mine: before, capacity } = rsvp;
  const confirmedBefore = before?.status === 'confirmed' ? countHeads(before) : 0;
  const wasWaiting = before?.status === 'waitlisted';
  const others = rsvp.going - confirmedBefore;
  const heads = countHeads(request);
  const hasSpot = fitsCapacity(capacity, others, heads);
  const otherWaiting = rsvp.waitlisted - Number(wasWaiting);
  const staysInPlace = wasWaiting && heads < countHeads(before);
  const mine = {
    answer: request.answer,
    guests: request.answer === 'going' ? request.guests : 0,
    status: hasSpot ? 'confirmed' : 'waitlisted',
    position: hasSpot ? null : staysInPlace ? before.position : otherWaiting + 1,
  } as const;
  return {
    ...rsvp,
    mine: before?.answer === mine.answer && before.guests === mine.guests ? before : mine,
    going: others + (hasSpot ? heads : 0),
    waitlisted: otherWaiting + Number(!hasSpot),
    maybe: rsvp.maybe - Number(before?.answer === 'maybe') + Number(request.answer === 'maybe'),
  };
}

/** Whether adding a guest keeps a confirmed party's spots. */
export function hasRoomForGuest({ mine, capacity, going }: OccurrenceRsvp): boolean {
  return mine?.status !== 'confirmed' || capacity === null || going < capacity;
}

/** The RSVP with one guest more or fewer; undefined if that is not allowed. */
export function changeGuests(rsvp: OccurrenceRsvp, step: 1 | -1): RsvpRequest | undefined {
  if (rsvp.mine?.answer !== 'going' || (step > 0 && !hasRoomForGuest(rsvp))) return undefined;
  const guests = rsvp.mine.guests + step;
  const isAllowed = guests >= 0 && guests <= computeMaxGuests(rsvp.mine, rsvp.maxGuests);
  return isAllowed ? { answer: 'going', guests } : undefined;
}

/** Null means unlimited. */
export function countSpotsLeft({ capacity, going }: OccurrenceRsvp): number | null {
  return capacity === null ? null : Math.max(0, capacity - going);
}
