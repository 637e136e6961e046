/** Dues of 200 members: the list after ten years of charges against one year, and what charging everyone costs. */
import { type Claim, type ClaimGroup, median } from './claim.ts';
import { readProcessorTime } from './processor.ts';
import { compareReads } from './reads-at-size.ts';
import { listMemberIds, runCommand, type SeededHub, withHubs } from './seeded-hub.ts';

const members = 200;
const chargesInYear = 4;
const years = { few: 1, many: 10 };
/** A call records at most so many payments. */
const stack = 100;

export const dues: ClaimGroup = {
  name: 'dues',
  measure: () =>
    withHubs('dues', async (make) => {
      const create = async (count: number) => {
        const hub = await make({ members, expenses: 200, events: 0, transactions: 0 });
        const spent = await addYears(hub, count);
        return { hub, spent };
      };
      const [few, many] = [await create(years.few), await create(years.many)];
      const path = '/api/dues?take=200';
      const claims = await compareReads(
        few.hub,
        many.hub,
        [{ name: `dues of ${members} members`, few: path, many: path }],
        `${years.many} years of charges ÷ ${years.few}`,
      );
      await runCommand(['reconcile', '--data', many.hub.folder]);
      return [...claims, claimProcessor(many.spent)];
    }),
};

function claimProcessor(spent: readonly number[]): Claim {
  const figure = median(spent);
  return {
    name: `charging ${members} members: processor time of server and PostgreSQL`,
    figure: `${figure.toFixed(0)} ms`,
    limit: '500 ms',
    ratio: figure / 500,
    goal: { atMost: 1 },
    details: [`median of ${spent.length} charges`],
  };
}

/** Everyone pays everything but the last charge. Returns what each charge took, in milliseconds. */
async function addYears(hub: SeededHub, count: number): Promise<number[]> {
  const ids = await listMemberIds(hub);
  const day = Temporal.Now.plainDateISO('UTC');
  const spent: number[] = [];
  for (let number = 1; number <= count * chargesInYear; number += 1) {
    const items = ids.map((memberId) => ({ memberId, amount: 62.5 }));
    const dueOn = day.add({ days: 7 * number }).toString();
    const before = readProcessorTime(hub);
    const charge = { title: `Dues ${number}`, dueOn, items };
    await hub.ask('POST', '/api/charges', JSON.stringify(charge));
    const after = readProcessorTime(hub);
    spent.push(after.hub + after.postgres - before.hub - before.postgres);
    if (number === count * chargesInYear) break;
    for (let from = 0; from < ids.length; from += stack) {
      const payers = ids.slice(from, from + stack).map((fromMemberId) => ({
        fromMemberId,
        amount: 62.5,
        isDuplicateAllowed: true,
      }));
      const paidOn = day.subtract({ days: 2 }).toString();
      const checks = { paidOn, method: 'check', items: payers };
      await hub.ask('POST', '/api/payments/batch', JSON.stringify(checks));
    }
  }
  return spent;
}
