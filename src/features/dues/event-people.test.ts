import { expect, test } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import { countGuests, listAbsent } from './event-people.ts';
import { makeDoorPerson } from './testing/door-person.ts';

const person = (name: string, facts?: Parameters<typeof makeDoorPerson>[1]) =>
  makeDoorPerson(testId(name), facts);

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
