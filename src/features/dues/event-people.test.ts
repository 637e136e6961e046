import { expect, test } from 'vitest';
import type { DoorPerson } from '#features/events/door/door-contract.ts';
import { testId } from '#kit/testing/test-id.ts';
import { countGuests, listAbsent } from './event-people.ts';

type Facts = { guests?: number; answer?: 'going' | 'maybe'; waits?: boolean; came?: number };

function person(
  name: string,
  { guests = 0, answer = 'going', waits, came }: Facts = {},
): DoorPerson {
  return {
    memberId: testId(name),
    name,
    rsvp: {
      answer,
      guests,
      status: waits ? 'waitlisted' : 'confirmed',
      position: waits ? 1 : null,
      answeredAt: '2027-01-01T12:00:00.000Z',
    },
    attendance:
      came === undefined
        ? null
        : {
            isHere: true,
            guests: came,
            notedAt: '2027-01-02T12:00:00.000Z',
            notedBy: 'Host',
            version: 1,
          },
  };
}

test('who had a spot and did not come is absent', () => {
  const people = [
    person('came', { came: 0 }),
    person('absent'),
    person('maybe', { answer: 'maybe' }),
    person('waited', { waits: true }),
    { ...person('silent'), rsvp: null },
  ];
  expect(listAbsent(people)).toEqual([testId('absent')]);
  // No one was checked in, so who came is unknown.
  expect(listAbsent(people.slice(1))).toEqual([]);
});

test('guests are those who came, or were announced if no one was checked in', () => {
  const announced = [
    person('two', { guests: 2 }),
    person('none'),
    person('waited', { guests: 3, waits: true }),
  ];
  expect([...countGuests(announced)]).toEqual([[testId('two'), 2]]);
  const came = [...announced, person('alone', { guests: 2, came: 1 })];
  expect([...countGuests(came)]).toEqual([[testId('alone'), 1]]);
});
