/**
 * What runs in a process of `bounded-process.ts`: it gets a file in parts and an order, and replies. A watch beside
 * it ends the process when it takes too much memory or processor time, by a signal that says which.
 */
import { Worker } from 'node:worker_threads';

/** Sent by the process once, when it has loaded what it needs. */
export type ProcessReady = { readonly isReady: true };

/** Each ends a process, and nothing else sends it one. */
export const endSignals = { memory: 'SIGUSR2', processor: 'SIGVTALRM' } as const;

type Bounds = {
  /** Of everything that is in memory, decoders' own included, which no limit of the heap counts. */
  readonly maxMemoryBytes: number;
  /** For one file. Unlike the time on a clock, it is the same on a machine that is busy. */
  readonly maxProcessorMilliseconds: number;
};

const intervalMilliseconds = 20;

/** A thread, because a decoder at work lets nothing else run in its own. */
const watch = ({ maxMemoryBytes, maxProcessorMilliseconds }: Bounds) => `
  let begun;
  require('node:worker_threads').parentPort.on('message', (isAtWork) => {
    begun = isAtWork ? process.cpuUsage() : undefined;
  });
  setInterval(() => {
    if (process.memoryUsage.rss() > ${maxMemoryBytes}) process.kill(process.pid, '${endSignals.memory}');
    if (!begun) return;
    const { user, system } = process.cpuUsage(begun);
    if (user + system > ${maxProcessorMilliseconds * 1_000}) process.kill(process.pid, '${endSignals.processor}');
  }, ${intervalMilliseconds});`;

export function workInBounds<Order extends object, Reply>(
  bounds: Bounds,
  work: (bytes: Buffer, order: Order) => Promise<Reply>,
): void {
  const watcher = new Worker(watch(bounds), { eval: true });
  watcher.unref();
  const parts: Uint8Array[] = [];
  async function answer(order: Order): Promise<void> {
    watcher.postMessage(true);
    const reply = await work(Buffer.concat(parts.splice(0)), order);
    watcher.postMessage(false);
    process.send?.(reply);
  }
  process.on('message', (message: Uint8Array | Order) => {
    if (message instanceof Uint8Array) parts.push(message);
    else void answer(message);
  });
  process.on('disconnect', () => process.exit());
  const ready: ProcessReady = { isReady: true };
  process.send?.(ready);
}
