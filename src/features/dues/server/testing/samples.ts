/** Right requests of the calls of dues. */
import type { Fixtures, Params } from '#app/testing/matrix/fixtures.ts';
import type { Samples } from '#app/testing/matrix/sample.ts';
import { addDays } from '#kit/calendar/month.ts';
import { instantToDay, toInstant } from '#kit/day.ts';
import { dueCalls } from '../../contract.ts';

const soon = (days = 30) =>
  addDays(instantToDay(toInstant(Temporal.Now.instant()), 'America/Los_Angeles'), days);
const because = ({ fixtures }: { fixtures: Fixtures }) => ({ reason: `Mistake ${fixtures.mark}` });

export const samples: Samples = {
  'GET /dues/members/{memberId}': {
    params: async ({ owner }, caller) => ({
      memberId: caller.chapterId === owner.chapterId ? caller.memberId : owner.memberId,
    }),
  },
  'PUT /dues/members/{memberId}/pause': {
    params: async ({ owner }) => ({ memberId: owner.memberId }),
    body: ({ fixtures }) => ({ until: soon(), note: `Asked ${fixtures.mark}` }),
  },
  'POST /charges': { body: ({ fixtures }) => chargeBody(fixtures) },
  'GET /charges/{chargeId}': { params: charged },
  'DELETE /charges/{chargeId}/proposal': { params: charged },
  'POST /charges/{chargeId}/cancel': { params: charged, body: because },
  'POST /charges/{chargeId}/items/{itemId}/cancel': { params: chargedItem, body: because },
  'POST /charges/{chargeId}/items/{itemId}/waive': {
    params: chargedItem,
    body: ({ fixtures }) => ({ amount: 1, reason: `Founder ${fixtures.mark}` }),
  },
  'POST /charges/{chargeId}/items/{itemId}/move': {
    params: chargedItem,
    body: () => ({ dueOn: soon(60) }),
  },
};

let charges = 0;
/** Of the owner; each has another title, because no one is charged twice for the same. */
function chargeBody({ mark, owner }: Fixtures) {
  charges += 1;
  return {
    title: `Dues ${charges} ${mark}`,
    dueOn: soon(),
    category: `Dues ${mark}`,
    note: `Note ${mark}`,
    items: [{ memberId: owner.memberId, amount: 12.5 }],
  };
}

async function charge(fixtures: Fixtures) {
  const raw = JSON.stringify(chargeBody(fixtures));
  return (await fixtures.treasurer.call(dueCalls.create, { raw })).value();
}
async function charged(fixtures: Fixtures): Promise<Params> {
  return { chargeId: (await charge(fixtures)).id };
}
async function chargedItem(fixtures: Fixtures): Promise<Params> {
  const { id, items } = await charge(fixtures);
  return { chargeId: id, itemId: items[0]?.id ?? '' };
}
