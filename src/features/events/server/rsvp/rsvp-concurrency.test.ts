import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { RsvpAnswer } from '../../rsvp/occurrence-rsvp.ts';
import { replay } from '../../testing/rsvp-model.ts';
import { listRsvps, openRsvpScene, type RsvpScene, sendRsvp } from '../../testing/rsvp-scene.ts';

let scene: RsvpScene;
beforeAll(async () => {
  scene = await openRsvpScene();
});
afterAll(() => scene?.hub.close());

describe('concurrent RSVPs', () => {
  test('never give out more than 5 spots when 50 members want them and some leave again', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 50 }, (_, index) => scene.chapter.person(`Guest Number ${index}`)),
    );
    const id = await scene.createDinner(5);
    const replies = await Promise.all(
      crowd.map(async (person, index) => {
        const joined = await sendRsvp(person, id, 'going');
        if (index % 3 === 0) await sendRsvp(person, id, index % 2 === 0 ? 'not-going' : 'maybe');
        return joined.status;
      }),
    );
    expect(new Set(replies)).toEqual(new Set([200]));
    const rsvps = await scene.storedRsvps(id);
    const going = [...rsvps.values()].filter(({ answer }) => answer === 'going');
    const inOrder = going.sort((a, b) => a.place - b.place).map(({ status }) => status);
    expect(inOrder).toEqual([
      ...Array(5).fill('confirmed'),
      ...Array(going.length - 5).fill('waitlisted'),
    ]);
    expect((await listRsvps(id, scene.people[0] as TestPerson)).rsvp).toMatchObject({
      going: 5,
      waitlisted: going.length - 5,
    });
    await expectReplayed(id, 5);
  });

  test('give the same result as applying them one after another, for parties of every size', async () => {
    const people = scene.people;
    const id = await scene.createDinner(7);
    await Promise.all(
      people.map(async (person, index) => {
        for (let step = 0; step < 12; step += 1) {
          const answer = (['going', 'going', 'maybe', 'going', 'not-going'] as const)[
            (step * 3 + index) % 5
          ] as RsvpAnswer;
          expect((await sendRsvp(person, id, answer, (step * 5 + index) % 4)).status).toBe(200);
        }
      }),
    );
    await expectReplayed(id, 7);
  });

  async function expectReplayed(id: Id<'occurrence'>, capacity: number): Promise<void> {
    const recorded = (await scene.readAudit(id)).map(({ actor_id, after }) => ({
      memberId: testId<'member'>(String(actor_id)),
      answer: after.answer,
      guests: after.guests,
      turn: after.turn,
    }));
    expect(recorded.map(({ turn }) => turn)).toEqual(recorded.map((_, index) => index + 1));
    expect(await scene.storedRsvps(id)).toEqual(replay(capacity, recorded));
  }
});
