import { expect, test } from 'vitest';
import { describeAttendance } from './describe-attendance.ts';
import { formatGuests } from './guest-labels.ts';
import type { OccurrenceRsvp } from './occurrence-rsvp.ts';
import { describeOwnRsvp } from './rsvp-labels.ts';

const rsvp: OccurrenceRsvp = {
  going: 1_200,
  maybe: 0,
  waitlisted: 0,
  capacity: null,
  maxGuests: 20,
  mine: null,
  deadline: null,
  isOpen: true,
};

test('a card shows the attendance, the spots left and the waitlist', () => {
  expect(describeAttendance(rsvp)).toBe('1,200 attending');
  expect(describeAttendance({ ...rsvp, capacity: 1_203 })).toBe('1,200 attending · 3 spots left');
  expect(describeAttendance({ ...rsvp, capacity: 1_200, waitlisted: 2 })).toBe(
    '1,200 attending · full · 2 on the waitlist',
  );
  expect(describeAttendance({ ...rsvp, capacity: 1_203, isOpen: false })).toBe('1,200 attending');
  expect(describeAttendance({ ...rsvp, waitlisted: 2 }, { hasEnded: true })).toBe('1,200 attended');
});

test('the member’s own RSVP is shown briefly', () => {
  const mine = { answer: 'going', guests: 0, status: 'confirmed', position: null } as const;
  expect(describeOwnRsvp(mine)).toBe('Going');
  expect(describeOwnRsvp({ ...mine, guests: 2 })).toBe('Going +2');
  expect(describeOwnRsvp({ ...mine, answer: 'not-going' })).toBe('Not going');
  expect(describeOwnRsvp({ ...mine, status: 'waitlisted', position: 3 })).toBe('Waitlist: #3');
  expect([0, 1, 2].map(formatGuests)).toEqual(['No guests', '1 guest', '2 guests']);
});
