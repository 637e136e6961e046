/** The same reads of two hubs, one small and one large, in turns over HTTP. */
import { type Claim, median } from './claim.ts';
import type { SeededHub } from './seeded-hub.ts';

const warmUpRounds = 100;
const rounds = 500;

export type Reader = Pick<SeededHub, 'ask' | 'forget'>;

export type Read = { readonly name: string; readonly few: string; readonly many: string };

/** One claim for each read: its time at the large hub ÷ at the small one is at most 1.5. */
export async function compareReads(
  few: Reader,
  many: Reader,
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

const furtherRounds = 15;

/** What is told beside of one chapter alone: a line for each, with what went wrong if anything did. */
export async function furtherTimes(
  reader: Reader,
  reads: Readonly<Record<string, string>>,
  size: string,
): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, path] of Object.entries(reads)) {
    const times: number[] = [];
    let failure = '';
    for (let round = 0; round < furtherRounds; round += 1) {
      await timed(reader, path).then(
        (time) => times.push(time),
        (error: Error) => {
          failure = `; once or more: ${error.message.slice(0, 120)}`;
        },
      );
    }
    const time = times.length > 0 ? `${median(times).toFixed(1)} ms` : 'never';
    lines.push(`at ${size}, ${name}: ${time}${failure}`);
  }
  return lines;
}

/** How long the server takes that remembers nothing: what it does where somebody has just written. */
export async function timed({ ask, forget }: Reader, path: string): Promise<number> {
  await forget();
  const begun = performance.now();
  await ask('GET', path);
  return performance.now() - begun;
}
