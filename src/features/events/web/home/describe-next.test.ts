import { expect, test } from 'vitest';
import type { Instant } from '#kit/day.ts';
import { describeNext } from './describe-next.ts';

type Next = Parameters<typeof describeNext>[0];

const timeZone = 'America/Los_Angeles';

type Reply = NonNullable<Next>['rsvp'];
const rsvp: Reply = {
  going: 3,
  maybe: 0,
  waitlisted: 0,
  capacity: null,
  maxGuests: 20,
  mine: null,
  deadline: null,
  isOpen: true,
};

/** Tuesday, December 1, 2026 at 8 AM in Los Angeles. */
const boardSync: NonNullable<Next> = {
  title: 'Board sync',
  occurrenceStartDate: '2026-12-01T16:00:00Z',
  localStart: '2026-12-01T08:00',
  localEnd: '2026-12-01T10:00',
  rsvp,
};

const sunday = '2026-11-29T18:00:00Z';
const say = (next: Next, now: Instant = sunday) => describeNext(next, now, timeZone);

const mine = (answer: 'going' | 'maybe' | 'not-going'): Reply => ({
  ...rsvp,
  mine: { answer, guests: 0, status: 'confirmed', position: null },
});
test.each<[string, Reply]>([
  ["; you're going", mine('going')],
  ['; you might go', mine('maybe')],
  ["; you're not going", mine('not-going')],
  [
    "; you're on the waitlist",
    { ...rsvp, mine: { answer: 'going', guests: 1, status: 'waitlisted', position: 2 } },
  ],
  ["; you haven't RSVP'd yet", rsvp],
  ['', { ...rsvp, isOpen: false }],
])('is described with the reply: "%s"', (words, reply) => {
  expect(say({ ...boardSync, rsvp: reply })).toBe(`Board sync Tuesday at 8 AM${words}.`);
});

test('is described as missing', () => {
  expect(say(undefined)).toBe('No upcoming events.');
});

const going = { ...boardSync, rsvp: { ...rsvp, isOpen: false } };
test.each([
  ['2026-12-01T15:59:00Z', 'today at 8 AM'],
  // 11:59 PM of the day before, in the chapter; already Tuesday in London.
  ['2026-12-01T07:59:00Z', 'tomorrow at 8 AM'],
  ['2026-11-30T08:00:00Z', 'tomorrow at 8 AM'],
  ['2026-11-25T18:00:00Z', 'Tuesday at 8 AM'],
  ['2026-11-24T18:00:00Z', 'on Dec 1 at 8 AM'],
  ['2025-12-30T18:00:00Z', 'on Dec 1, 2026 at 8 AM'],
] as const)('at %s is %s', (now, words) => {
  expect(say(going, now)).toBe(`Board sync ${words}.`);
});

test('is described by the chapter’s clock, and without a time if it takes all day', () => {
  const abroad = {
    ...going,
    localStart: '2026-12-01T16:00',
    localEnd: '2026-12-01T18:00',
  } as const;
  expect(say({ ...abroad, occurrenceStartDate: '2026-12-01T16:30:00Z' })).toBe(
    'Board sync Tuesday at 8:30 AM.',
  );
  const retreat = {
    ...going,
    title: 'Retreat',
    localStart: '2026-11-30T00:00',
    localEnd: '2026-12-01T00:00',
  } as const;
  expect(say(retreat)).toBe('Retreat tomorrow.');
});

test('a long title leaves room for when it is and the reply', () => {
  const title = 'Annual black-tie dinner at the pavilion with live music';
  expect(say({ ...boardSync, title })).toBe(
    "Annual black-tie dinner at the pavilion… Tuesday at 8 AM; you haven't RSVP'd yet.",
  );
  const party = `A${'🎉'.repeat(30)}`;
  expect(say({ ...boardSync, title: party })).toContain(`A${'🎉'.repeat(19)}… Tuesday`);
});
