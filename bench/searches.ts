/**
 * Searches for a rare and a common word among 100,000 expenses and as many transactions, with the plan that PostgreSQL
 * chooses for the word, and with each of the two that it chooses between: by the words' index, and without it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { APP_ROLE, DATABASE } from '#server/postgres/cluster.ts';
import { type Claim, type ClaimGroup, median } from './claim.ts';
import { addRareExpenses, rareWord } from './expense-reads.ts';
import { timeRead } from './reads-at-size.ts';
import { type SeededHub, withHubs } from './seeded-hub.ts';
import { addRareTransactions } from './wallet-reads.ts';

const size = 100_000;
const rounds = 9;

/** In all seeded expenses, and in a seventh of the transactions. */
const commonWords = { expenses: 'food', transactions: 'dinner' };

/** What the server's connections start with. */
const plans = {
  chosen: [],
  'by the index of words': ['enable_seqscan', 'enable_indexscan'],
  'without it': ['enable_bitmapscan'],
} satisfies Record<string, readonly string[]>;

type Plan = keyof typeof plans;
const isPlan = (name: string): name is Plan => name in plans;
const planNames = Object.keys(plans).filter(isPlan);

export const searches: ClaimGroup = {
  name: 'searches',
  measure: () =>
    withHubs('searches', async (make) => {
      const chapter = await make({ members: 40, expenses: size, events: 0, transactions: 0 });
      await addRareExpenses(chapter);
      const ofOne = await make({ members: 1, expenses: 0, events: 0, transactions: size });
      const { walletId } = await addRareTransactions(ofOne);
      const expenses = '/api/expenses?skip=0&take=40&corrections=current&searchTerm=';
      const transactions = `/api/wallets/${walletId}/transactions?take=20&searchTerm=`;
      return [
        ...(await compare(chapter, {
          'expenses, a rare word': `${expenses}${rareWord}`,
          'expenses, a word in all': `${expenses}${commonWords.expenses}`,
        })),
        ...(await compare(ofOne, {
          'transactions, a rare word': `${transactions}${rareWord}`,
          'transactions, a word in every seventh': `${transactions}${commonWords.transactions}`,
        })),
      ];
    }),
};

async function compare(hub: SeededHub, reads: Readonly<Record<string, string>>): Promise<Claim[]> {
  const times = await timeByPlan(hub, Object.values(reads));
  return Object.entries(reads).map(([name, path]) => toClaim(name, times.get(path)));
}

type Times = Record<Plan, number[]>;

async function timeByPlan(hub: SeededHub, paths: readonly string[]): Promise<Map<string, Times>> {
  const times = new Map<string, Times>(
    paths.map((path) => [path, { chosen: [], 'by the index of words': [], 'without it': [] }]),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const plan of planNames) {
      await planFrom(hub, plans[plan]);
      for (const [path, taken] of times) {
        // Its connection is new: the first reads the catalog, too.
        await timeWith(plan, hub, path);
        taken[plan].push(await timeWith(plan, hub, path));
      }
    }
  }
  return times;
}

/** What PostgreSQL would not have chosen may take longer than the server waits: it took at least that long. */
async function timeWith(plan: Plan, hub: SeededHub, path: string): Promise<number> {
  const startedAt = performance.now();
  try {
    return await timeRead(hub, path);
  } catch (error) {
    if (plan === 'chosen') throw error;
    return performance.now() - startedAt;
  }
}

/** Every connection of the server starts fresh, without these kinds of plans. */
async function planFrom({ owner, ask }: SeededHub, disabled: readonly string[]): Promise<void> {
  await owner.query(`alter role ${APP_ROLE} in database ${DATABASE} reset all`);
  for (const kind of disabled)
    await owner.query(`alter role ${APP_ROLE} in database ${DATABASE} set ${kind} = off`);
  await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
    APP_ROLE,
  ]);
  await waitUntilReady(ask);
}

/** The server notices with its next requests that its connections have ended. */
async function waitUntilReady(ask: SeededHub['ask']): Promise<void> {
  const end = performance.now() + 30_000;
  for (;;) {
    try {
      await ask('GET', '/api/ready');
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(200);
    }
  }
}

function toClaim(name: string, times: Times | undefined): Claim {
  if (!times) throw new Error(`no times of ${name}`);
  const medians = planNames.map((plan) => ({ plan, time: median(times[plan]) }));
  const chosen = median(times.chosen);
  const best = Math.min(...medians.map(({ time }) => time));
  return {
    name,
    figure: `${chosen.toFixed(1)} ms`,
    limit: `${best.toFixed(1)} ms`,
    ratio: chosen / best,
    goal: { atMost: 2 },
    details: medians.map(({ plan, time }) => `${plan}: ${time.toFixed(1)} ms`),
  };
}
