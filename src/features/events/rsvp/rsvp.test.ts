import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { maxGuests, type OccurrenceRsvp, type RsvpAnswer } from './occurrence-rsvp.ts';
import {
  answerRsvp,
  hasRoomForGuest,
  headsOf,
  placesLeft,
  previewAnswer,
  promotions,
  type Rsvp,
  withGuests,
} from './rsvp.ts';
import { deadlineOf, isOpenFor } from './rsvp-deadline.ts';

type Answered = { memberId: Id<'member'>; answer: RsvpAnswer; guests: number };
type State = { capacity: number | null; turn: number; rsvps: Map<Id<'member'>, Rsvp> };

const startOf = (capacity: number | null): State => ({ capacity, turn: 0, rsvps: new Map() });

function roomOf({ capacity, rsvps }: State) {
  const all = [...rsvps].map(([memberId, rsvp]) => ({ memberId, ...rsvp, heads: headsOf(rsvp) }));
  return {
    capacity,
    confirmed: all
      .filter(({ status }) => status === 'confirmed')
      .reduce((sum, { heads }) => sum + heads, 0),
    waiting: all.filter(({ status }) => status === 'waitlisted').sort((a, b) => a.place - b.place),
  };
}

/** What the store does with an answer. */
function after(state: State, { memberId, ...wish }: Answered): State {
  const turn = state.turn + 1;
  const done = answerRsvp(roomOf(state), memberId, state.rsvps.get(memberId), wish, turn);
  if (!done) return state;
  const rsvps = new Map(state.rsvps).set(memberId, done.mine);
  for (const id of done.promoted) {
    const waited = rsvps.get(id);
    if (waited) rsvps.set(id, { ...waited, status: 'confirmed' });
  }
  return { ...state, turn, rsvps };
}

const said = (state: State) =>
  Object.fromEntries([...state.rsvps].map(([id, { status }]) => [id, status]));
const going = (name: string, guests = 0): Answered => ({
  memberId: testId(name),
  answer: 'going',
  guests,
});
const out = (name: string): Answered => ({
  memberId: testId(name),
  answer: 'not-going',
  guests: 0,
});

describe('an answer', () => {
  test('has a place while there is room, and waits in the order of arrival when there is none', () => {
    const state = [going('a', 1), going('b'), going('c'), going('d')].reduce(after, startOf(3));
    expect(said(state)).toEqual({
      a: 'confirmed',
      b: 'confirmed',
      c: 'waitlisted',
      d: 'waitlisted',
    });
    expect(said(after(state, out('b')))).toMatchObject({ c: 'confirmed', d: 'waitlisted' });
  });

  test('leaves what it frees to the first parties that fit, one after the other', () => {
    const full = [going('a', 2), going('big', 3), going('b', 1), going('c')];
    const state = [...full, out('a')].reduce(after, startOf(3));
    expect(said(state)).toMatchObject({ big: 'waitlisted', b: 'confirmed', c: 'confirmed' });
  });

  test('of the same kind once more changes nothing, guests of who is not going included', () => {
    const state = [going('a'), going('b', 2)].reduce(after, startOf(1));
    expect(after(state, going('b', 2))).toBe(state);
    const gone = after(state, out('b'));
    expect(after(gone, { ...out('b'), guests: 5 })).toBe(gone);
  });

  test('with a larger party keeps the place where it fits, else goes to the end of the waitlist', () => {
    const state = [going('a'), going('b'), going('w')].reduce(after, startOf(2));
    const grown = after(state, going('a', 1));
    expect(said(grown)).toEqual({ a: 'waitlisted', b: 'confirmed', w: 'confirmed' });
    const roomy = [going('a'), going('b')].reduce(after, startOf(3));
    expect(after(roomy, going('a', 1)).rsvps.get(testId('a'))).toMatchObject({
      status: 'confirmed',
      place: 1,
    });
  });

  test('of who waits keeps its place when the party shrinks and loses it when it grows', () => {
    const waiting = [going('full', 1), going('a', 1), going('b', 1)].reduce(after, startOf(2));
    expect(after(waiting, going('a', 2)).rsvps.get(testId('a'))?.place).toBe(4);
    const shrunk = after(waiting, going('a'));
    expect(shrunk.rsvps.get(testId('a'))).toMatchObject({ status: 'waitlisted', place: 2 });
    const roomy = [going('x'), going('a', 1), going('b', 1)].reduce(after, startOf(2));
    expect(after(roomy, going('b')).rsvps.get(testId('b'))?.status).toBe('confirmed');
  });

  test('always finds room where there is no limit', () => {
    const state = [going('a', 20), going('b', 20), going('c', 20)].reduce(after, startOf(null));
    expect(new Set(Object.values(said(state)))).toEqual(new Set(['confirmed']));
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

test('nobody is let in beyond the capacity, put out by another, overtaken by who fits no better, or left waiting beside a free place', () => {
  fc.assert(
    fc.property(fc.option(fc.integer({ min: 1, max: 8 })), answers, (capacity, sequence) => {
      let state = startOf(capacity);
      for (const answered of sequence) {
        const before = state;
        state = after(before, answered);
        const { confirmed, waiting } = roomOf(state);
        expect(confirmed).toBeLessThanOrEqual(capacity ?? Number.POSITIVE_INFINITY);
        for (const { heads } of waiting) expect(confirmed + heads).toBeGreaterThan(capacity ?? 0);
        for (const [memberId, rsvp] of before.rsvps) {
          if (memberId === answered.memberId) continue;
          const now = state.rsvps.get(memberId);
          expect(now?.place).toBe(rsvp.place);
          if (rsvp.status === 'confirmed') expect(now?.status).toBe('confirmed');
        }
        const isIn = (id: Id<'member'>) => state.rsvps.get(id)?.status === 'confirmed';
        const queue = roomOf(before).waiting.filter((each) => each.memberId !== answered.memberId);
        for (const [index, late] of queue.entries()) {
          if (!isIn(late.memberId)) continue;
          const passed = queue.slice(0, index).filter((early) => !isIn(early.memberId));
          for (const early of passed) expect(early.heads).toBeGreaterThan(late.heads);
        }
      }
    }),
    { numRuns: 2_000 },
  );
});

test('more room lets in the first that fit; no limit lets in everybody', () => {
  const waiting = [
    { memberId: testId('a'), heads: 3 },
    { memberId: testId('b'), heads: 1 },
    { memberId: testId('c'), heads: 1 },
  ];
  expect(promotions({ capacity: 4, confirmed: 3, waiting })).toEqual(['b']);
  expect(promotions({ capacity: 7, confirmed: 3, waiting })).toEqual(['a', 'b']);
  expect(promotions({ capacity: null, confirmed: 3, waiting })).toEqual(['a', 'b', 'c']);
});

test('answers are taken until the deadline, without one until it is over, and never when cancelled', () => {
  const startsAt = '2026-11-20T18:00:00.000Z';
  const endsAt = '2026-11-20T21:00:00.000Z';
  const deadline = deadlineOf(startsAt, 90);
  expect(deadline).toBe('2026-11-20T16:30:00.000Z');
  expect(deadlineOf(startsAt, 0)).toBe(startsAt);
  expect(deadlineOf(startsAt, null)).toBeNull();
  const isOpen = (now: Instant, fields = {}) =>
    isOpenFor({ isCancelled: false, endsAt, deadline, ...fields }, now);
  expect(isOpen('2026-11-20T16:29:59.999Z')).toBe(true);
  expect(isOpen('2026-11-20T16:30:00.000Z')).toBe(false);
  expect(isOpen('2026-11-20T20:59:59.999Z', { deadline: null })).toBe(true);
  expect(isOpen(endsAt, { deadline: null })).toBe(false);
  expect(isOpen('2026-11-01T00:00:00.000Z', { isCancelled: true })).toBe(false);
});

describe('what is shown until the server has decided', () => {
  const rsvp: OccurrenceRsvp = {
    going: 3,
    maybe: 1,
    waitlisted: 0,
    capacity: 4,
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

  test('is a place where the party fits, and the end of the waitlist where it does not', () => {
    expect(previewAnswer(rsvp, { answer: 'going', guests: 0 })).toEqual({
      ...rsvp,
      going: 4,
      mine: mine(0),
    });
    expect(previewAnswer({ ...rsvp, waitlisted: 2 }, { answer: 'going', guests: 1 })).toEqual({
      ...rsvp,
      waitlisted: 3,
      mine: mine(1, 3),
    });
  });

  test('counts one’s own answer once, whatever it was before', () => {
    const came = { ...rsvp, mine: mine(1) };
    expect(previewAnswer(came, { answer: 'maybe', guests: 1 })).toMatchObject({
      going: 1,
      maybe: 2,
      mine: { answer: 'maybe', guests: 0, status: 'confirmed' },
    });
    expect(previewAnswer(came, { answer: 'going', guests: 2 })).toMatchObject({ going: 4 });
    const waits = { ...rsvp, going: 4, waitlisted: 2, mine: mine(1, 1) };
    expect(previewAnswer(waits, { answer: 'going', guests: 0 })).toMatchObject({
      waitlisted: 2,
      mine: mine(0, 1),
    });
    expect(previewAnswer(waits, { answer: 'not-going', guests: 0 })).toMatchObject({
      going: 4,
      waitlisted: 1,
    });
  });

  test('nobody is led to give up a place for a guest', () => {
    expect(hasRoomForGuest({ ...rsvp, going: 4, mine: mine(0) })).toBe(false);
    expect(hasRoomForGuest({ ...rsvp, mine: mine(0) })).toBe(true);
    expect(hasRoomForGuest({ ...rsvp, going: 4, mine: mine(0, 1) })).toBe(true);
    expect([placesLeft(rsvp), placesLeft({ ...rsvp, capacity: null })]).toEqual([1, null]);
  });

  test('a party grows to the most guests or to the last place, and shrinks to oneself', () => {
    const roomy = { ...rsvp, capacity: null };
    expect(withGuests({ ...roomy, mine: mine(1) }, 1)).toEqual({ answer: 'going', guests: 2 });
    expect(withGuests({ ...roomy, mine: mine(maxGuests) }, 1)).toBeUndefined();
    expect(withGuests({ ...rsvp, going: 4, mine: mine(0) }, 1)).toBeUndefined();
    expect(withGuests({ ...roomy, mine: mine(1) }, -1)).toEqual({ answer: 'going', guests: 0 });
    expect(withGuests({ ...roomy, mine: mine(0) }, -1)).toBeUndefined();
    expect(withGuests({ ...roomy, mine: null }, 1)).toBeUndefined();
  });
});
