import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { maxGuests, type OccurrenceRsvp, type RsvpAnswer } from './occurrence-rsvp.ts';
import {
  applyRsvp,
  changeGuests,
  countHeads,
  countSpotsLeft,
  hasRoomForGuest,
  previewRsvp,
  type Rsvp,
  selectPromotions,
} from './rsvp.ts';
import { computeDeadline, isRsvpOpen } from './rsvp-deadline.ts';

type Answered = { memberId: Id<'member'>; answer: RsvpAnswer; guests: number };
type State = { capacity: number | null; turn: number; rsvps: Map<Id<'member'>, Rsvp> };

const createState = (capacity: number | null): State => ({ capacity, turn: 0, rsvps: new Map() });

function computeCapacity({ capacity, rsvps }: State) {
  const all = [...rsvps].map(([memberId, rsvp]) => ({
    memberId,
    ...rsvp,
    heads: countHeads(rsvp),
  }));
  return {
    capacity,
    confirmed: all
      .filter(({ status }) => status === 'confirmed')
      .reduce((sum, { heads }) => sum + heads, 0),
    waiting: all.filter(({ status }) => status === 'waitlisted').sort((a, b) => a.place - b.place),
  };
}

/** Applies an RSVP as the store does. */
function apply(state: State, { memberId, ...request }: Answered): State {
  const turn = state.turn + 1;
  const applied = applyRsvp(
    computeCapacity(state),
    memberId,
    state.rsvps.get(memberId),
    request,
    turn,
  );
  if (!applied) return state;
  const rsvps = new Map(state.rsvps).set(memberId, applied.mine);
  for (const id of applied.promoted) {
    const waited = rsvps.get(id);
    if (waited) rsvps.set(id, { ...waited, status: 'confirmed' });
  }
  return { ...state, turn, rsvps };
}

const statusByMember = (state: State) =>
  Object.fromEntries([...state.rsvps].map(([id, { status }]) => [id, status]));
const going = (name: string, guests = 0): Answered => ({
  memberId: testId(name),
  answer: 'going',
  guests,
});
const notGoing = (name: string): Answered => ({
  memberId: testId(name),
  answer: 'not-going',
  guests: 0,
});

describe('an RSVP', () => {
  test('gets a spot while there is room and otherwise waits in order of arrival', () => {
    const state = [going('a', 1), going('b'), going('c'), going('d')].reduce(apply, createState(3));
    expect(statusByMember(state)).toEqual({
      a: 'confirmed',
      b: 'confirmed',
      c: 'waitlisted',
      d: 'waitlisted',
    });
    expect(statusByMember(apply(state, notGoing('b')))).toMatchObject({
      c: 'confirmed',
      d: 'waitlisted',
    });
  });

  test('frees spots for the first waitlisted parties that fit', () => {
    const full = [going('a', 2), going('big', 3), going('b', 1), going('c')];
    const state = [...full, notGoing('a')].reduce(apply, createState(3));
    expect(statusByMember(state)).toMatchObject({
      big: 'waitlisted',
      b: 'confirmed',
      c: 'confirmed',
    });
  });

  test('changes nothing if it is repeated, or if guests are added to “not going”', () => {
    const state = [going('a'), going('b', 2)].reduce(apply, createState(1));
    expect(apply(state, going('b', 2))).toBe(state);
    const gone = apply(state, notGoing('b'));
    expect(apply(gone, { ...notGoing('b'), guests: 5 })).toBe(gone);
  });

  test('keeps its position if a larger party fits and otherwise goes to the end of the waitlist', () => {
    const state = [going('a'), going('b'), going('w')].reduce(apply, createState(2));
    const grown = apply(state, going('a', 1));
    expect(statusByMember(grown)).toEqual({ a: 'waitlisted', b: 'confirmed', w: 'confirmed' });
    const roomy = [going('a'), going('b')].reduce(apply, createState(3));
    expect(apply(roomy, going('a', 1)).rsvps.get(testId('a'))).toMatchObject({
      status: 'confirmed',
      place: 1,
    });
  });

  test('keeps its waitlist position if the party shrinks and loses it if the party grows', () => {
    const waiting = [going('full', 1), going('a', 1), going('b', 1)].reduce(apply, createState(2));
    expect(apply(waiting, going('a', 2)).rsvps.get(testId('a'))?.place).toBe(4);
    const shrunk = apply(waiting, going('a'));
    expect(shrunk.rsvps.get(testId('a'))).toMatchObject({ status: 'waitlisted', place: 2 });
    const roomy = [going('x'), going('a', 1), going('b', 1)].reduce(apply, createState(2));
    expect(apply(roomy, going('b')).rsvps.get(testId('b'))?.status).toBe('confirmed');
  });

  test('always gets a spot if there is no limit', () => {
    const state = [going('a', 20), going('b', 20), going('c', 20)].reduce(apply, createState(null));
    expect(new Set(Object.values(statusByMember(state)))).toEqual(new Set(['confirmed']));
  });
});

const answers = fc.array(
  fc.record({
    memberId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f').map((name) => testId<'member'>(name)),
    answer: fc.constantFrom<RsvpAnswer>('going', 'going', 'going', 'maybe', 'not-going'),
    guests: fc.integer({ min: 0, max: 4 }),
  }),
  { maxLength: 30 },
);

test('capacity is never exceeded, no one loses a spot or is overtaken by a party that is no smaller, and no spot stays free while a party fits', () => {
  fc.assert(
    fc.property(fc.option(fc.integer({ min: 1, max: 8 })), answers, (capacity, sequence) => {
      let state = createState(capacity);
      for (const answered of sequence) {
        const before = state;
        state = apply(before, answered);
        const { confirmed, waiting } = computeCapacity(state);
        expect(confirmed).toBeLessThanOrEqual(capacity ?? Number.POSITIVE_INFINITY);
        for (const { heads } of waiting) expect(confirmed + heads).toBeGreaterThan(capacity ?? 0);
        for (const [memberId, rsvp] of before.rsvps) {
          if (memberId === answered.memberId) continue;
          const now = state.rsvps.get(memberId);
          expect(now?.place).toBe(rsvp.place);
          if (rsvp.status === 'confirmed') expect(now?.status).toBe('confirmed');
        }
        const isIn = (id: Id<'member'>) => state.rsvps.get(id)?.status === 'confirmed';
        const queue = computeCapacity(before).waiting.filter(
          (each) => each.memberId !== answered.memberId,
        );
        for (const [index, late] of queue.entries()) {
          if (!isIn(late.memberId)) continue;
          const passed = queue.slice(0, index).filter((early) => !isIn(early.memberId));
          for (const early of passed) expect(early.heads).toBeGreaterThan(late.heads);
        }
      }
    }),
    { numRuns: scaleRuns(2_000) },
  );
});

test('raising the capacity promotes the first parties that fit; removing it promotes everyone', () => {
  const waiting = [
    { memberId: testId('a'), heads: 3 },
    { memberId: testId('b'), heads: 1 },
    { memberId: testId('c'), heads: 1 },
  ];
  expect(selectPromotions({ capacity: 4, confirmed: 3, waiting })).toEqual(['b']);
  expect(selectPromotions({ capacity: 7, confirmed: 3, waiting })).toEqual(['a', 'b']);
  expect(selectPromotions({ capacity: null, confirmed: 3, waiting })).toEqual(['a', 'b', 'c']);
});

test('RSVPs are open until the deadline, or until the end without one, and never for canceled occurrences', () => {
  const startsAt = '2026-11-20T18:00:00.000Z';
  const endsAt = '2026-11-20T21:00:00.000Z';
  const deadline = computeDeadline(startsAt, 90);
  expect(deadline).toBe('2026-11-20T16:30:00.000Z');
  expect(computeDeadline(startsAt, 0)).toBe(startsAt);
  expect(computeDeadline(startsAt, null)).toBeNull();
  const isOpen = (now: Instant, fields = {}) =>
    isRsvpOpen({ isCanceled: false, endsAt, deadline, ...fields }, now);
  expect(isOpen('2026-11-20T16:29:59.999Z')).toBe(true);
  expect(isOpen('2026-11-20T16:30:00.000Z')).toBe(false);
  expect(isOpen('2026-11-20T20:59:59.999Z', { deadline: null })).toBe(true);
  expect(isOpen(endsAt, { deadline: null })).toBe(false);
  expect(isOpen('2026-11-01T00:00:00.000Z', { isCanceled: true })).toBe(false);
});

describe('the preview of an RSVP', () => {
  const rsvp: OccurrenceRsvp = {
    going: 3,
    maybe: 1,
    waitlisted: 0,
    capacity: 4,
    maxGuests: 20,
    mine: null,
    deadline: null,
    isOpen: true,
  };
  const mine = (guests: number, position: number | null = null) =>
    ({
      answer: 'going',
      guests,
      status: position === null ? 'confirmed' : 'waitlisted',
      position,
    }) as const;

  test('shows a spot if the party fits and otherwise the end of the waitlist', () => {
    expect(previewRsvp(rsvp, { answer: 'going', guests: 0 })).toEqual({
      ...rsvp,
      going: 4,
      mine: mine(0),
    });
    expect(previewRsvp({ ...rsvp, waitlisted: 2 }, { answer: 'going', guests: 1 })).toEqual({
      ...rsvp,
      waitlisted: 3,
      mine: mine(1, 3),
    });
  });

  test('counts the member’s own RSVP once, whatever it was before', () => {
    const came = { ...rsvp, mine: mine(1) };
    expect(previewRsvp(came, { answer: 'maybe', guests: 1 })).toMatchObject({
      going: 1,
      maybe: 2,
      mine: { answer: 'maybe', guests: 0, status: 'confirmed' },
    });
    expect(previewRsvp(came, { answer: 'going', guests: 2 })).toMatchObject({ going: 4 });
    const waits = { ...rsvp, going: 4, waitlisted: 2, mine: mine(1, 1) };
    expect(previewRsvp(waits, { answer: 'going', guests: 0 })).toMatchObject({
      waitlisted: 2,
      mine: mine(0, 1),
    });
    expect(previewRsvp(waits, { answer: 'not-going', guests: 0 })).toMatchObject({
      going: 4,
      waitlisted: 1,
    });
  });

  test('has no room for a guest that would cost a confirmed party its spots', () => {
    expect(hasRoomForGuest({ ...rsvp, going: 4, mine: mine(0) })).toBe(false);
    expect(hasRoomForGuest({ ...rsvp, mine: mine(0) })).toBe(true);
    expect(hasRoomForGuest({ ...rsvp, going: 4, mine: mine(0, 1) })).toBe(true);
    expect([countSpotsLeft(rsvp), countSpotsLeft({ ...rsvp, capacity: null })]).toEqual([1, null]);
  });

  test('allows guests up to the maximum or the last spot, and down to none', () => {
    const roomy = { ...rsvp, capacity: null };
    expect(changeGuests({ ...roomy, mine: mine(1) }, 1)).toEqual({ answer: 'going', guests: 2 });
    expect(changeGuests({ ...roomy, mine: mine(maxGuests) }, 1)).toBeUndefined();
    expect(changeGuests({ ...rsvp, going: 4, mine: mine(0) }, 1)).toBeUndefined();
    expect(changeGuests({ ...roomy, mine: mine(1) }, -1)).toEqual({ answer: 'going', guests: 0 });
    expect(changeGuests({ ...roomy, mine: mine(0) }, -1)).toBeUndefined();
    expect(changeGuests({ ...roomy, mine: null }, 1)).toBeUndefined();
  });
});
