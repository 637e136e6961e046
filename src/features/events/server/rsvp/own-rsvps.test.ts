import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { Day } from '#kit/day.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';
import { openRsvpScene, type RsvpScene, sendRsvp } from '../../testing/rsvp-scene.ts';

let scene: RsvpScene;
beforeAll(async () => {
  scene = await openRsvpScene();
});
afterAll(() => scene?.hub.close());

test('own RSVPs are those of the caller to occurrences within the days', async () => {
  const [maya, tom] = scene.people as [TestPerson, TestPerson];
  const [goes, waits, declines, canceled] = await Promise.all([
    scene.createDinner(),
    scene.createDinner(1),
    scene.createDinner(),
    scene.createDinner(),
  ]);
  await sendRsvp(maya, waits, 'going');
  for (const id of [goes, waits, canceled]) await sendRsvp(tom, id, 'going');
  await sendRsvp(tom, declines, 'not-going');
  await scene.change(canceled, { status: 'cancelled' });
  const day = Temporal.Now.plainDateISO().add({ months: 6 });
  const list = async (person: TestPerson, days: number) => {
    const at = day.add({ days }).toString() as Day;
    const query = { startDate: at, endDate: at };
    const { items } = (await person.call(rsvpCalls.own, { query })).value();
    return new Map(
      items.map(({ occurrenceId, answer, status }) => [occurrenceId, [answer, status]]),
    );
  };
  expect(await list(tom, 0)).toEqual(
    new Map([
      [goes, ['going', 'confirmed']],
      [waits, ['going', 'waitlisted']],
      [declines, ['not-going', 'confirmed']],
    ]),
  );
  expect(await list(maya, 0)).toEqual(new Map([[waits, ['going', 'confirmed']]]));
  expect(await list(tom, 1)).toEqual(new Map());
  expect(await list(tom, -1)).toEqual(new Map());
});
