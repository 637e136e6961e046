/**
 * Reads calendar files in a thread of its own, one at a time: it is started when needed, ended after a while
 * without work, and its memory and time are bounded.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ok, type Result, refuse } from '#kit/result.ts';
import { installationRoot } from '#server/config/paths.ts';
import { Busy } from '#server/http/limits/concurrency-limit.ts';
import type { ParsedEvent } from '../../ical/ical-parse.ts';
import type { ReadOrder, ReadPart, ReadReply } from './import-thread.ts';
import { type ReadFile, stepsToRows } from './parse-file.ts';

/** Bundled as the server is. */
const program = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, 'import-thread.ts')
  : join(installationRoot, 'build/server/import-thread.js');
const idleMilliseconds = 30_000;
const defaults = {
  /** On the clock. The largest file takes a few seconds on a slow core. */
  maxMilliseconds: 120_000,
  /** Of that, what a file takes that is to blame itself: a thread that had less was kept waiting by a busy machine. */
  shareOfProcessor: 0.25,
};
const maxMegabytes = 512;

const tooComplex = refuse(
  'invalid',
  'too_many_events',
  'This file takes too long to read. Split it.',
);

/** A file, and how many rows its reading cost as much as. */
type Reading = { readonly file: Result<ReadFile>; readonly rows: number };

export type ImportReader = {
  /** Rejects if the signal ends it. Of several callers each waits for the one before. */
  read(order: ReadOrder, signal: AbortSignal): Promise<Reading>;
  close(): Promise<void>;
};

export function createImportReader(limits: Partial<typeof defaults> = {}): ImportReader {
  const { maxMilliseconds, shareOfProcessor } = { ...defaults, ...limits };
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  }

  function start(): Worker {
    const started = new Worker(program, {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    });
    started.unref();
    started.once('exit', () => {
      if (thread === started) thread = undefined;
    });
    return started;
  }

  return {
    close: end,
    async read(order, signal) {
      clearTimeout(idle);
      thread ??= start();
      const within = AbortSignal.any([signal, AbortSignal.timeout(maxMilliseconds)]);
      const before = await readProcessorTime(thread);
      try {
        const reading = await readIn(thread, order, within);
        idle = setTimeout(() => void end(), idleMilliseconds).unref();
        return reading;
      } catch (error) {
        const isLate = within.aborted && !signal.aborted;
        const used = (await readProcessorTime(thread)) - before;
        // Whatever it does now, nobody waits for it.
        await end();
        signal.throwIfAborted();
        if (isLate && used < shareOfProcessor * maxMilliseconds)
          throw new Busy('the machine is too busy to read a calendar');
        if (isLate || isOutOfMemory(error)) {
          return { file: tooComplex, rows: stepsToRows(order.limits.maxSteps) };
        }
        throw error;
      }
    },
  };
}

async function readIn(thread: Worker, order: ReadOrder, signal: AbortSignal): Promise<Reading> {
  const { file, rows } = (await ask(thread, order, signal)) as ReadReply;
  if (!file.ok) return { file, rows };
  const events: ParsedEvent[] = [];
  while (events.length < file.value.total) {
    const part = (await ask(thread, { from: events.length }, signal)) as ReadPart;
    events.push(...part);
  }
  return { file: ok({ events, timeZone: order.timeZone }), rows };
}

function ask(
  thread: Worker,
  message: ReadOrder | { readonly from: number },
  signal: AbortSignal,
): Promise<ReadReply | ReadPart> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadReply | ReadPart>();
  const onEnd = () => reject(new Error('The thread that reads calendar files ended'));
  const onAbort = () => reject(signal.reason);
  thread.once('message', resolve).once('error', reject).once('exit', onEnd);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  else thread.postMessage(message);
  return promise.finally(() => {
    thread.off('message', resolve).off('error', reject).off('exit', onEnd);
    signal.removeEventListener('abort', onAbort);
  });
}

/** In milliseconds. */
async function readProcessorTime(thread: Worker): Promise<number> {
  try {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1_000;
  } catch (error) {
    // It has not begun, or has ended.
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_NOT_RUNNING') return 0;
    throw error;
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
