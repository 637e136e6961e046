/** Compares random RSVPs and capacity changes through the API with the pure rules. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { planRandom } from '#app/testing/amounts.ts';
import type { TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import type { RsvpAnswer } from '../../rsvp/occurrence-rsvp.ts';
import { applyRsvp, type Rsvp, selectPromotions } from '../../rsvp/rsvp.ts';
import { computeCapacity, promoteMembers } from '../../testing/rsvp-model.ts';
import { openRsvpScene, type RsvpScene, sendRsvp } from '../../testing/rsvp-scene.ts';

const { amount: sequences, seed } = planRandom('rsvps');

let scene: RsvpScene;
beforeAll(async () => {
  scene = await openRsvpScene();
});
afterAll(() => scene?.hub.close());

test(
  'random RSVPs and capacity changes give the same result as the pure rules',
  async () => {
    const people = scene.people;
    const randomBelow = createRandom(seed);
    for (let sequence = 0; sequence < sequences; sequence += 1) {
      let capacity: number | null = 1 + randomBelow(6);
      const id = await scene.createDinner(capacity);
      const model = new Map<Id<'member'>, Rsvp>();
      let turn = 0;
      for (let step = 0; step < 40; step += 1) {
        const context = `seed ${seed}, sequence ${sequence}, step ${step}`;
        if (randomBelow(8) === 0) {
          const wanted: number | null = randomBelow(6) === 0 ? null : 1 + randomBelow(9);
          const { confirmed, waiting } = computeCapacity(capacity, model);
          const isPossible: boolean = wanted === null || wanted >= confirmed;
          expect((await scene.resize([id], wanted)).ok, context).toBe(isPossible);
          if (isPossible) {
            capacity = wanted;
            promoteMembers(model, selectPromotions({ capacity, confirmed, waiting }));
          }
        } else {
          const person = people[randomBelow(people.length)] as TestPerson;
          const request = {
            answer: (['going', 'going', 'going', 'maybe', 'not-going'] as const)[
              randomBelow(5)
            ] as RsvpAnswer,
            guests: randomBelow(4),
          };
          const before = model.get(person.memberId);
          const answered = applyRsvp(
            computeCapacity(capacity, model),
            person.memberId,
            before,
            request,
            turn + 1,
          );
          if (answered) {
            turn += 1;
            model.set(person.memberId, answered.mine);
            promoteMembers(model, answered.promoted);
          }
          const reply = (await sendRsvp(person, id, request.answer, request.guests)).value();
          const { confirmed, waiting } = computeCapacity(capacity, model);
          const position = waiting.findIndex((each) => each.memberId === person.memberId) + 1;
          expect(reply, context).toMatchObject({
            going: confirmed,
            waitlisted: waiting.length,
            capacity,
            mine: { status: position > 0 ? 'waitlisted' : 'confirmed', position: position || null },
          });
        }
        expect(await scene.storedRsvps(id), context).toEqual(model);
      }
    }
  },
  60_000 + sequences * 5_000,
);

/** A seeded generator of whole numbers from 0 to below `below`. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
