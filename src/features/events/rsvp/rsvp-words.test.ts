import { expect, test } from 'vitest';
import { attendanceWords } from './attendance-words.ts';
import type { OccurrenceRsvp } from './occurrence-rsvp.ts';
import { guestsWords, ownAnswerWords } from './rsvp-words.ts';

const rsvp: OccurrenceRsvp = {
  going: 1_200,
  maybe: 0,
  waitlisted: 0,
  capacity: null,
  mine: null,
  deadline: null,
  isOpen: true,
};

test('a card says how many come, what is left, and who waits', () => {
  expect(attendanceWords(rsvp)).toBe('1,200 attending');
  expect(attendanceWords({ ...rsvp, capacity: 1_203 })).toBe('1,200 attending · 3 spots left');
  expect(attendanceWords({ ...rsvp, capacity: 1_200, waitlisted: 2 })).toBe(
    '1,200 attending · full · 2 on the waitlist',
  );
  expect(attendanceWords({ ...rsvp, capacity: 1_203, isOpen: false })).toBe('1,200 attending');
  expect(attendanceWords({ ...rsvp, waitlisted: 2 }, { isOver: true })).toBe('1,200 attended');
});

test('one’s own answer is said in as few words as it needs', () => {
  const mine = { answer: 'going', guests: 0, status: 'confirmed', position: null } as const;
  expect(ownAnswerWords(mine)).toBe('Going');
  expect(ownAnswerWords({ ...mine, guests: 2 })).toBe('Going +2');
  expect(ownAnswerWords({ ...mine, answer: 'not-going' })).toBe('Not going');
  expect(ownAnswerWords({ ...mine, status: 'waitlisted', position: 3 })).toBe('Waitlist: #3');
  expect([0, 1, 2].map(guestsWords)).toEqual(['No guests', '1 guest', '2 guests']);
});
