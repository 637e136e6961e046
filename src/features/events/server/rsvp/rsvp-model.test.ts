/**
 * Random answers, and changes of the room, through the API against the rules alone. RANDOM_SEED
 * replays a failure, RANDOM_SEQUENCES says how many to run.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import type { RsvpAnswer } from '../../rsvp/occurrence-rsvp.ts';
import { answerRsvp, promotions, type Rsvp } from '../../rsvp/rsvp.ts';
import { letIn, roomOf } from '../../testing/rsvp-model.ts';
import { openRsvpScene, type RsvpScene, say } from '../../testing/rsvp-scene.ts';

const sequences = Number(process.env['RANDOM_SEQUENCES'] ?? 6);
const seed = Number(process.env['RANDOM_SEED'] ?? 20_261_120);

let scene: RsvpScene;
beforeAll(async () => {
  scene = await openRsvpScene();
});
afterAll(() => scene?.hub.close());

test(
  'random answers and changes of the room, against the rules alone',
  async () => {
    const people = scene.people;
    const chance = generator(seed);
    for (let sequence = 0; sequence < sequences; sequence += 1) {
      let capacity: number | null = 1 + chance(6);
      const id = await scene.evening(capacity);
      const model = new Map<Id<'member'>, Rsvp>();
      let turn = 0;
      for (let step = 0; step < 40; step += 1) {
        const told = `seed ${seed}, sequence ${sequence}, step ${step}`;
        if (chance(8) === 0) {
          const wanted: number | null = chance(6) === 0 ? null : 1 + chance(9);
          const { confirmed, waiting } = roomOf(capacity, model);
          const isPossible: boolean = wanted === null || wanted >= confirmed;
          expect((await scene.resize([id], wanted)).ok, told).toBe(isPossible);
          if (isPossible) {
            capacity = wanted;
            letIn(model, promotions({ capacity, confirmed, waiting }));
          }
        } else {
          const person = people[chance(people.length)] as TestPerson;
          const wish = {
            answer: (['going', 'going', 'going', 'maybe', 'not-going'] as const)[
              chance(5)
            ] as RsvpAnswer,
            guests: chance(4),
          };
          const before = model.get(person.memberId);
          const done = answerRsvp(roomOf(capacity, model), person.memberId, before, wish, turn + 1);
          if (done) {
            turn += 1;
            model.set(person.memberId, done.mine);
            letIn(model, done.promoted);
          }
          const reply = (await say(person, id, wish.answer, wish.guests)).value();
          const { confirmed, waiting } = roomOf(capacity, model);
          const position = waiting.findIndex((each) => each.memberId === person.memberId) + 1;
          expect(reply, told).toMatchObject({
            going: confirmed,
            waitlisted: waiting.length,
            capacity,
            mine: { status: position > 0 ? 'waitlisted' : 'confirmed', position: position || null },
          });
        }
        expect(await scene.kept(id), told).toEqual(model);
      }
    }
  },
  60_000 + sequences * 5_000,
);

/** Repeatable from its seed: whole numbers from 0, below what is asked for. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
