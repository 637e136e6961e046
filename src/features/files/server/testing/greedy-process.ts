/** A program for `bounded-process.ts` that takes what it is ordered to. */
import { setTimeout as sleep } from 'node:timers/promises';
import { workInBounds } from '../shared/bounded-work.ts';

export type GreedyOrder = {
  readonly takes: 'nothing' | 'memory' | 'processor' | 'time' | 'itself';
};
export type GreedyReply = { readonly bytes: number };

async function take(bytes: Buffer, { takes }: GreedyOrder): Promise<GreedyReply> {
  const taken: Buffer[] = [];
  // A decoder at work lets nothing else run.
  while (takes === 'memory') taken.push(Buffer.alloc(1024 * 1024, 1));
  for (let spins = 0; takes === 'processor'; ) spins += 1;
  if (takes === 'time') await sleep(60_000);
  if (takes === 'itself') process.abort();
  return { bytes: bytes.length };
}

workInBounds({ maxMemoryBytes: 150 * 1024 * 1024, maxProcessorMilliseconds: 3_000 }, take);
