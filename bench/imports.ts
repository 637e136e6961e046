/** A large chapter is imported beside another one, whose members go on: how long their longest write takes. */
import { join } from 'node:path';
import { type ClaimGroup, withinBudget } from './claim.ts';
import { runCommand, type SeededHub, withHubs } from './seeded-hub.ts';

const small = { members: 40, expenses: 100, events: 20, transactions: 200 };
/** About ten rows for each. */
const expenses = Number(process.env.EXPENSES ?? 20_000);
const maxMilliseconds = 1_000;

export const imports: ClaimGroup = {
  name: 'imports',
  measure: () =>
    withHubs('imports', async (make) => {
      const source = await make(small);
      const target = await make(small);
      const size = ['--members', '200', '--expenses', String(expenses), '--events', '1000'];
      const seeded = await runCommand(['seed', '--data', source.folder, ...size]);
      const id = /^Chapter (\S+),/m.exec(seeded)?.[1] ?? '';
      const archive = join(target.folder, 'chapter.zip');
      await runCommand(['export-chapter', id, '--to', archive, '--data', source.folder]);
      const before = await longestWrite(target, (count) => count === 200);
      let isOver = false;
      const begun = performance.now();
      const importing = runCommand(['import-chapter', archive, '--data', target.folder]).finally(
        () => {
          isOver = true;
        },
      );
      const [during, said] = await Promise.all([longestWrite(target, () => isOver), importing]);
      const seconds = (performance.now() - begun) / 1_000;
      return [
        withinBudget(
          'the longest write while a large chapter is imported beside',
          during.longest,
          maxMilliseconds,
          'ms',
          [
            `${/, (.+) rows/.exec(said)?.[1] ?? '?'} rows in ${seconds.toFixed(0)} s, ${during.count} writes meanwhile`,
            `before, of ${before.count} writes: ${before.longest.toFixed(0)} ms`,
          ],
        ),
      ];
    }),
};

/** One after the other, on the first wallet. */
async function longestWrite({ ask }: SeededHub, isEnough: (count: number) => boolean) {
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
