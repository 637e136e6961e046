/**
 * Who has a place at an occurrence. Places are heads: a member and the guests they bring. Where
 * there is no room one waits, in the order of arrival, and is let in as soon as the party fits.
 */
import type { Id } from '#kit/id.ts';
import { maxGuests, type OccurrenceRsvp, type RsvpAnswer } from './occurrence-rsvp.ts';

export type RsvpWish = { readonly answer: RsvpAnswer; readonly guests: number };

export type Rsvp = RsvpWish & {
  /** Only who is going waits: every other answer is confirmed. */
  readonly status: 'confirmed' | 'waitlisted';
  /** The place in the order of arrival; the waitlist is served by it. */
  readonly place: number;
};

export type Waiting = { readonly memberId: Id<'member'>; readonly heads: number };

export type Room = {
  /** Heads; null: room for everybody. */
  readonly capacity: number | null;
  /** Heads with a place. */
  readonly confirmed: number;
  /** In the order of arrival. None of them fits, or it would not wait. */
  readonly waiting: readonly Waiting[];
};

/** How many places an answer takes, or would take. */
export function headsOf({ answer, guests }: RsvpWish): number {
  return answer === 'going' ? 1 + guests : 0;
}

/**
 * A member's answer. Who is going with a party that fits has a place. Who had one, or waits, and
 * changes the party keeps the place where the new party fits; where it does not, a party that grew
 * goes to the end of the waitlist and one that shrank stays where it waits. Guests are those of who
 * is going. What becomes free goes to the first on the waitlist whose party fits, and so on.
 *
 * `turn` counts the answers to this occurrence: the newest place in the order of arrival. Undefined
 * where the same answer stands already.
 */
export function answerRsvp(
  room: Room,
  memberId: Id<'member'>,
  before: Rsvp | undefined,
  wish: RsvpWish,
  turn: number,
): { mine: Rsvp; promoted: Id<'member'>[] } | undefined {
  const { answer } = wish;
  const guests = answer === 'going' ? wish.guests : 0;
  if (before?.answer === answer && before.guests === guests) return undefined;
  const heads = headsOf({ answer, guests });
  const wasConfirmed = before?.status === 'confirmed' ? headsOf(before) : 0;
  const others = room.confirmed - wasConfirmed;
  const isIn = fits(room.capacity, others, heads);
  const mine: Rsvp = {
    answer,
    guests,
    status: isIn ? 'confirmed' : 'waitlisted',
    place: keepsPlace(before, heads, isIn) ? before.place : turn,
  };
  const waiting = room.waiting.filter((each) => each.memberId !== memberId);
  const confirmed = others + (isIn ? heads : 0);
  return { mine, promoted: promotions({ capacity: room.capacity, confirmed, waiting }) };
}

/** Who of the waitlist is let in: in the order of arrival, each whose party fits what is left. */
export function promotions({ capacity, confirmed, waiting }: Room): Id<'member'>[] {
  const promoted: Id<'member'>[] = [];
  let taken = confirmed;
  for (const { memberId, heads } of waiting) {
    if (!fits(capacity, taken, heads)) continue;
    promoted.push(memberId);
    taken += heads;
  }
  return promoted;
}

function fits(capacity: number | null, taken: number, heads: number): boolean {
  return capacity === null || heads === 0 || taken + heads <= capacity;
}

function keepsPlace(before: Rsvp | undefined, heads: number, isIn: boolean): before is Rsvp {
  if (before?.answer !== 'going' || heads === 0) return false;
  return isIn || (before.status === 'waitlisted' && heads < headsOf(before));
}

/**
 * What an answer will most likely lead to, shown until the server has decided: it knows neither who
 * else answers meanwhile nor whom of the waitlist the answer lets in.
 */
export function previewAnswer(rsvp: OccurrenceRsvp, wish: RsvpWish): OccurrenceRsvp {
  const { mine: before, capacity } = rsvp;
  const was = before?.status === 'confirmed' ? headsOf(before) : 0;
  const wasWaiting = before?.status === 'waitlisted';
  const others = rsvp.going - was;
  const heads = headsOf(wish);
  const isIn = fits(capacity, others, heads);
  const waitingOthers = rsvp.waitlisted - Number(wasWaiting);
  const keeps = wasWaiting && heads < headsOf(before);
  const mine = {
    answer: wish.answer,
    guests: wish.answer === 'going' ? wish.guests : 0,
    status: isIn ? 'confirmed' : 'waitlisted',
    position: isIn ? null : keeps ? before.position : waitingOthers + 1,
  } as const;
  return {
    ...rsvp,
    mine: before?.answer === mine.answer && before.guests === mine.guests ? before : mine,
    going: others + (isIn ? heads : 0),
    waitlisted: waitingOthers + Number(!isIn),
    maybe: rsvp.maybe - Number(before?.answer === 'maybe') + Number(wish.answer === 'maybe'),
  };
}

/** Whether a party with another guest would still have the place that it has. */
export function hasRoomForGuest({ mine, capacity, going }: OccurrenceRsvp): boolean {
  return mine?.status !== 'confirmed' || capacity === null || going < capacity;
}

/** The answer with one guest more or fewer; undefined where the party cannot be changed so. */
export function withGuests(rsvp: OccurrenceRsvp, step: 1 | -1): RsvpWish | undefined {
  if (rsvp.mine?.answer !== 'going' || (step > 0 && !hasRoomForGuest(rsvp))) return undefined;
  const guests = rsvp.mine.guests + step;
  return guests < 0 || guests > maxGuests ? undefined : { answer: 'going', guests };
}

/** Heads that would still be let in; null where there is room for everybody. */
export function placesLeft({ capacity, going }: OccurrenceRsvp): number | null {
  return capacity === null ? null : Math.max(0, capacity - going);
}
