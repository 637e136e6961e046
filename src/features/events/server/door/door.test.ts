import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { doorCalls } from '../../door/door-contract.ts';
import {
  currentInstant,
  openRsvpScene,
  type RsvpScene,
  sendRsvp,
} from '../../testing/rsvp-scene.ts';

let scene: RsvpScene;
let maya: TestPerson;
let tom: TestPerson;
let ana: TestPerson;
let treasurer: TestPerson;

beforeAll(async () => {
  scene = await openRsvpScene();
  [maya, tom, ana] = scene.people as [TestPerson, TestPerson, TestPerson];
  treasurer = await scene.chapter.person('Tara Lund', 'treasurer');
});
afterAll(() => scene?.hub.close());

const openDoor = (person: TestPerson, occurrenceId: Id<'occurrence'>) =>
  person.call(doorCalls.list, { params: { occurrenceId } });

const note = (
  by: TestPerson,
  occurrenceId: Id<'occurrence'>,
  of: TestPerson,
  fields: { isHere?: boolean; guests?: number; seenVersion?: number; changeId?: Id<'change'> } = {},
) =>
  by.call(doorCalls.change, {
    params: { occurrenceId },
    body: {
      changeId: newId<'change'>(),
      memberId: of.memberId,
      isHere: true,
      guests: 0,
      seenVersion: 0,
      at: '2026-01-01T18:00:00.000Z',
      ...fields,
    },
  });

const findPerson = async (occurrenceId: Id<'occurrence'>, of: TestPerson) =>
  (await openDoor(maya, occurrenceId))
    .value()
    .people.find(({ memberId }) => memberId === of.memberId);

test('the host, treasurers and admins keep the door of an event, and no other member', async () => {
  const dinner = await scene.createDinner();
  const admin = await scene.chapter.person('Ada Berg', 'admin');
  for (const person of [maya, treasurer, admin]) {
    expect((await openDoor(person, dinner)).status).toBe(200);
    expect((await note(person, dinner, person)).status).toBe(200);
  }
  expect((await openDoor(tom, dinner)).status).toBe(403);
  expect((await note(tom, dinner, tom)).status).toBe(403);
  expect((await findPerson(dinner, tom))?.attendance).toBeNull();
});

test('the door list has everyone by name, with what they replied and who is here', async () => {
  const dinner = await scene.createDinner(2);
  await sendRsvp(tom, dinner, 'going', 1);
  await sendRsvp(ana, dinner, 'going');
  (await note(maya, dinner, tom, { guests: 2 })).value();
  const { people, event } = (await openDoor(maya, dinner)).value();
  expect(event).toMatchObject({ title: 'Dinner', isCanceled: false, maxGuests: 20 });
  const names = people.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
  expect(await findPerson(dinner, tom)).toMatchObject({
    rsvp: { answer: 'going', guests: 1, status: 'confirmed' },
    attendance: { isHere: true, guests: 2, notedBy: 'Maya Chen', version: 1 },
  });
  expect(await findPerson(dinner, ana)).toMatchObject({
    rsvp: { status: 'waitlisted', position: 1 },
    attendance: null,
  });
});

test('of two phones that check in the same person the first wins, and an undo as well', async () => {
  const dinner = await scene.createDinner();
  const both = await Promise.all([
    note(maya, dinner, tom, { guests: 1 }),
    note(treasurer, dinner, tom, { guests: 3 }),
  ]);
  const outcomes = both.map((reply) => reply.value().outcome);
  expect(outcomes.toSorted()).toEqual(['applied', 'overtaken']);
  const winner = outcomes.indexOf('applied');
  for (const reply of both) {
    expect(reply.value().person.attendance).toMatchObject({ guests: [1, 3][winner], version: 1 });
  }
  const undone = await Promise.all(
    [maya, treasurer].map((by) => note(by, dinner, tom, { isHere: false, seenVersion: 1 })),
  );
  expect(undone.map((reply) => reply.value().outcome).toSorted()).toEqual(['applied', 'overtaken']);
  expect((await findPerson(dinner, tom))?.attendance).toMatchObject({ isHere: false, version: 2 });
});

test('a change that is sent again changes nothing and leaves one record', async () => {
  const dinner = await scene.createDinner();
  const changeId = newId<'change'>();
  const send = () => note(maya, dinner, tom, { changeId, guests: 1 });
  expect((await send()).value().outcome).toBe('applied');
  expect((await send()).value()).toMatchObject({
    outcome: 'repeated',
    person: { attendance: { guests: 1, version: 1 } },
  });
  (await note(maya, dinner, tom, { isHere: false, seenVersion: 1 })).value();
  const records = await scene.hub.db
    .selectFrom('audit')
    .select(['action', 'after'])
    .where('entity_id', '=', dinner)
    .orderBy('at')
    .execute();
  const about = records.filter(({ action }) => action.startsWith('attendance.'));
  expect(about.map(({ action }) => action)).toEqual(['attendance.check-in', 'attendance.undo']);
  expect(about[0]?.after).toMatchObject({ memberId: tom.memberId, isHere: true, guests: 1 });
});

test('what a phone noted offline keeps its time, but a clock ahead does not count', async () => {
  const dinner = await scene.createDinner();
  const before = currentInstant();
  (await note(maya, dinner, tom)).value();
  expect((await findPerson(dinner, tom))?.attendance?.notedAt).toBe('2026-01-01T18:00:00.000Z');
  await maya.call(doorCalls.change, {
    params: { occurrenceId: dinner },
    body: {
      changeId: newId<'change'>(),
      memberId: ana.memberId,
      isHere: true,
      guests: 0,
      seenVersion: 0,
      at: '2199-01-01T00:00:00.000Z',
    },
  });
  const noted = (await findPerson(dinner, ana))?.attendance?.notedAt ?? '';
  expect(noted >= before && noted <= currentInstant()).toBe(true);
});

test('no one is checked in to a canceled occurrence, and its list still shows who was', async () => {
  const dinner = await scene.createDinner();
  (await note(maya, dinner, tom)).value();
  await scene.change(dinner, { status: 'cancelled' });
  const refused = await note(maya, dinner, ana);
  expect([refused.status, refused.refusal().code]).toEqual([409, 'event_canceled']);
  expect((await openDoor(maya, dinner)).value().event.isCanceled).toBe(true);
  expect((await findPerson(dinner, tom))?.attendance?.isHere).toBe(true);
});

test('a walk-in is any active member of the chapter, and no one of another', async () => {
  const dinner = await scene.createDinner();
  const elsewhere = await scene.hub.chapter('Elsewhere');
  const stranger = await elsewhere.person('Stan Ger', 'admin');
  (await note(maya, dinner, ana)).value();
  expect(await findPerson(dinner, ana)).toMatchObject({ rsvp: null, attendance: { isHere: true } });
  expect((await note(maya, dinner, stranger)).status).toBe(404);
  expect((await openDoor(stranger, dinner)).status).toBe(404);
  expect((await note(stranger, dinner, stranger)).status).toBe(404);
});
