import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { attendanceCalls } from '../../rsvp/attendance-contract.ts';
import { openRsvpScene, type RsvpScene, sendRsvp } from '../../testing/rsvp-scene.ts';

let scene: RsvpScene;
let maya: TestPerson;
let tom: TestPerson;

beforeAll(async () => {
  scene = await openRsvpScene();
  [maya, tom] = scene.people as [TestPerson, TestPerson];
});
afterAll(() => scene?.hub.close());

const listEvents = (memberId: Id<'member'>, by = maya) =>
  by.call(attendanceCalls.ofMember, { params: { memberId } });

test('a member’s page lists the events they may attend, without past or canceled ones', async () => {
  const [goes, waits, declines, over, canceled] = await Promise.all([
    scene.createDinner(),
    scene.createDinner(1),
    scene.createDinner(),
    scene.createDinner(),
    scene.createDinner(),
  ]);
  await sendRsvp(maya, waits, 'going');
  for (const occurrence of [goes, waits, over, canceled]) await sendRsvp(tom, occurrence, 'going');
  await sendRsvp(tom, declines, 'not-going');
  await scene.change(over, { starts_at: '2020-01-01T00:00:00Z', ends_at: '2020-01-01T01:00:00Z' });
  await scene.change(canceled, { status: 'cancelled' });
  const { items } = (await listEvents(tom.memberId)).value();
  expect(items.map(({ occurrenceId, answer, status }) => [occurrenceId, answer, status])).toEqual(
    [
      [goes, 'going', 'confirmed'],
      [waits, 'going', 'waitlisted'],
    ].sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  );
  const { calendarId } = scene;
  expect(items[0]).toMatchObject({ calendarId, title: 'Dinner', timeZone: 'America/Los_Angeles' });
});

test('the events of an unknown member or of another chapter’s member get 404', async () => {
  expect((await listEvents(newId())).status).toBe(404);
  const eve = await (await scene.hub.chapter('Elsewhere')).person('Eve Else', 'admin');
  expect((await listEvents(tom.memberId, eve)).status).toBe(404);
});
