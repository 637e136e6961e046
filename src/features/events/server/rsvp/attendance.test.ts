import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { attendanceCalls } from '../../rsvp/attendance-contract.ts';
import { openRsvpScene, type RsvpScene, say } from '../../testing/rsvp-scene.ts';

let scene: RsvpScene;
let maya: TestPerson;
let tom: TestPerson;

beforeAll(async () => {
  scene = await openRsvpScene();
  [maya, tom] = scene.people as [TestPerson, TestPerson];
});
afterAll(() => scene?.hub.close());

const eventsOf = (memberId: Id<'member'>, by = maya) =>
  by.call(attendanceCalls.ofMember, { params: { memberId } });

test('a member’s page tells what they come to next, and nothing that is over or called off', async () => {
  const [goes, waits, declines, over, cancelled] = await Promise.all([
    scene.evening(),
    scene.evening(1),
    scene.evening(),
    scene.evening(),
    scene.evening(),
  ]);
  await say(maya, waits, 'going');
  for (const occurrence of [goes, waits, over, cancelled]) await say(tom, occurrence, 'going');
  await say(tom, declines, 'not-going');
  await scene.change(over, { starts_at: '2020-01-01T00:00:00Z', ends_at: '2020-01-01T01:00:00Z' });
  await scene.change(cancelled, { status: 'cancelled' });
  const { items } = (await eventsOf(tom.memberId)).value();
  expect(items.map(({ occurrenceId, answer, status }) => [occurrenceId, answer, status])).toEqual(
    [
      [goes, 'going', 'confirmed'],
      [waits, 'going', 'waitlisted'],
    ].sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  );
  expect(items[0]).toMatchObject({ title: 'Dinner', timeZone: 'America/Los_Angeles' });
});

test('nobody of the chapter, nobody’s events', async () => {
  expect((await eventsOf(newId())).status).toBe(404);
  const eve = await (await scene.hub.chapter('Elsewhere')).person('Eve Else', 'admin');
  expect((await eventsOf(tom.memberId, eve)).status).toBe(404);
});
