/** The same reads of two hubs, one small and one large, in turns over HTTP. */
import { type Claim, median } from './claim.ts';
import type { Ask } from './seeded-hub.ts';

const warmUpRounds = 100;
const rounds = 500;

export type Read = { readonly name: string; readonly few: string; readonly many: string };

/** One claim for each read: its time at the large hub ÷ at the small one is at most 1.5. */
export async function compareReads(
  few: Ask,
  many: Ask,
  reads: readonly Read[],
  sizes: string,
): Promise<Claim[]> {
  const taken = reads.map((read) => ({ read, few: [] as number[], many: [] as number[] }));
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    // Everything in turns, each hub first as often as second: a noisy neighbour hits all alike.
    const inTurn = round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const);
    for (const times of taken) {
      for (const which of inTurn) {
        const time = await timed(which === 'few' ? few : many, times.read[which]);
        if (round >= 0) times[which].push(time);
      }
    }
  }
  return taken.map(({ read, ...times }) => {
    const [figure, limit] = [median(times.many), median(times.few)];
    return {
      name: `${read.name}: ${sizes}`,
      figure: `${figure.toFixed(2)} ms`,
      limit: `${limit.toFixed(2)} ms`,
      ratio: figure / limit,
      goal: { atMost: 1.5 },
      details: [`medians of ${rounds} each`],
    };
  });
}

export async function timed(ask: Ask, path: string): Promise<number> {
  const begun = performance.now();
  await ask('GET', path);
  return performance.now() - begun;
}
