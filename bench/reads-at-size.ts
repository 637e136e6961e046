/** The same reads of a small and a large chapter, alternately over HTTP. */
import { type Claim, median } from './claim.ts';
import type { SeededHub } from './seeded-hub.ts';

const warmUpRounds = 100;
const rounds = 500;

export type Reader = Pick<SeededHub, 'ask' | 'dropCache'>;

export type Read = { readonly name: string; readonly few: string; readonly many: string };

/** One claim per read: its time in the large chapter is at most 1.5 times that in the small one. */
export async function compareReads(
  few: Reader,
  many: Reader,
  reads: readonly Read[],
  sizes: string,
): Promise<Claim[]> {
  const taken = reads.map((read) => ({ read, few: [] as number[], many: [] as number[] }));
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    // Alternates which one goes first, so that other load on the machine affects both alike.
    const inTurn = round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const);
    for (const times of taken) {
      for (const which of inTurn) {
        const time = await timeRead(which === 'few' ? few : many, times.read[which]);
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

/** Times reads of one chapter: a line for each, with its last error, if any. */
export async function timeFurtherReads(
  reader: Reader,
  reads: Readonly<Record<string, string>>,
  size: string,
): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, path] of Object.entries(reads)) {
    const times: number[] = [];
    let failure = '';
    for (let round = 0; round < furtherRounds; round += 1) {
      await timeRead(reader, path).then(
        (time) => times.push(time),
        (error: Error) => {
          failure = `; failed at least once: ${error.message.slice(0, 120)}`;
        },
      );
    }
    const time = times.length > 0 ? `${median(times).toFixed(1)} ms` : 'never';
    lines.push(`at ${size}, ${name}: ${time}${failure}`);
  }
  return lines;
}

/** Times an uncached read, as right after a write. */
export async function timeRead({ ask, dropCache }: Reader, path: string): Promise<number> {
  await dropCache();
  const startedAt = performance.now();
  await ask('GET', path);
  return performance.now() - startedAt;
}
