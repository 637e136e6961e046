/**
 * A large chapter moves to another server, and both have another chapter, whose members go on: how long their
 * longest write takes while the first is written there, read here, and removed there.
 */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Claim, type ClaimGroup, withinBudget } from './claim.ts';
import { runCommand, type SeededHub, withHubs } from './seeded-hub.ts';

const small = { members: 40, expenses: 100, events: 20, transactions: 200 };
/** About ten rows for each; `EXPENSES` sets more. */
const expenses = Number(process.env.EXPENSES ?? 20_000);
const maxMilliseconds = 1_000;

export const moves: ClaimGroup = {
  name: 'moves',
  measure: () =>
    withHubs('moves', async (make) => {
      const source = await make(small);
      const target = await make(small);
      const size = ['--members', '200', '--expenses', String(expenses), '--events', '1000'];
      const seeded = await runCommand(['seed', '--data', source.folder, ...size]);
      const id = /^Chapter (\S+),/m.exec(seeded)?.[1] ?? '';
      const exported = join(source.folder, 'exports', `moving-${id}.zip`);
      const archive = join(target.folder, 'chapter.zip');
      const written = await beside(source, ['move-chapter', id]);
      await copyFile(exported, archive);
      const read = await beside(target, ['import-chapter', archive]);
      const code = / --imported (\S+)/.exec(read.output)?.[1] ?? '';
      const removed = await beside(source, ['move-chapter', id, '--imported', code]);
      const rows = /, (.+) rows/.exec(read.output)?.[1] ?? '?';
      return [
        claim(`a chapter of ${rows} rows is written for a move`, written),
        claim('it is imported', read),
        claim('it is removed', removed),
      ];
    }),
};

function claim(what: string, { before, during, seconds }: Beside): Claim {
  const name = `the longest write beside while ${what}`;
  return withinBudget(name, during.longest, maxMilliseconds, 'ms', [
    `${during.count} writes in ${seconds.toFixed(0)} s; before, of ${before.count} writes: ${before.longest.toFixed(0)} ms`,
  ]);
}

type Writes = { readonly count: number; readonly longest: number };
type Beside = {
  readonly before: Writes;
  readonly during: Writes;
  readonly seconds: number;
  readonly output: string;
};

async function beside(hub: SeededHub, command: readonly string[]): Promise<Beside> {
  const before = await writeUntil(hub, (count) => count === 200);
  let isOver = false;
  const begun = performance.now();
  const running = runCommand([...command, '--data', hub.folder]).finally(() => {
    isOver = true;
  });
  const [during, output] = await Promise.all([writeUntil(hub, () => isOver), running]);
  return { before, during, seconds: (performance.now() - begun) / 1_000, output };
}

/** One after the other, on the first wallet. */
async function writeUntil(
  { ask }: SeededHub,
  isEnough: (count: number) => boolean,
): Promise<Writes> {
  const [wallet] = JSON.parse(await ask('GET', '/api/wallets?take=1')).wallets.items;
  let [count, longest] = [0, 0];
  for (; !isEnough(count); count += 1) {
    const body = {
      userId: wallet.ownerId,
      transactionType: 'credit',
      amount: 1,
      description: 'Meanwhile',
    };
    const begun = performance.now();
    await ask('POST', `/api/wallets/${wallet.id}/transactions`, JSON.stringify(body));
    longest = Math.max(longest, performance.now() - begun);
  }
  return { count, longest };
}
