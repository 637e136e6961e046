/**
 * A process for reading what members upload, one file at a time: what crashes a decoder, takes too long or
 * too much memory ends it and nothing more. It is started when needed and ended after a while without work.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { installationRoot } from '#server/config/paths.ts';
import { endSignals, type ProcessReady } from './bounded-work.ts';

/**
 * Why there is no reply. Of `host`, the file is not to blame: the time on the clock ran out before that of the
 * processor, as on a busy machine, or something else ended the process.
 */
export type Ended = { readonly ended: 'crashed' | 'memory' | 'processor' | 'host' };

export type BoundedProcess<Order, Reply> = {
  /** Sends a file and what to do with it. */
  ask(parts: AsyncIterable<Uint8Array>, order: Order): Promise<Reply | Ended>;
  end(): void;
};

type Options = {
  /** Below the installation, run from its source by the bundled server, too: decoders stay out of the bundle. */
  readonly program: `src/${string}.ts`;
  /** What it is called in a failure: 'The process that makes pictures'. */
  readonly name: string;
  /** On the clock. */
  readonly maxMilliseconds: number;
  readonly maxHeapMegabytes: number;
  /** For decoders that are not JavaScript, which the permissions do not bind. */
  readonly allowsAddons?: true;
};

const idleMilliseconds = 30_000;

/** For glibc: what a file took goes back with it. Otherwise a few large ones leave 300 MB, and the next is too large. */
const allocation = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' };

export function createBoundedProcess<Order extends object, Reply extends object>(
  options: Options,
): BoundedProcess<Order, Reply> {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  async function askOnce(parts: AsyncIterable<Uint8Array>, order: Order) {
    clearTimeout(idle);
    const begin = () =>
      start(options, () => {
        child = undefined;
      });
    // One that was killed while it started had no file yet, so none is to blame: another is started.
    child ??= await begin().catch(begin);
    const reply = await send<Reply>(child, parts, order, options.maxMilliseconds);
    if (hasEnded(reply)) end();
    else idle = setTimeout(end, idleMilliseconds).unref();
    return reply;
  }

  return {
    end,
    ask: (parts, order) =>
      askOnce(parts, order).catch((error: unknown) => {
        end();
        throw error;
      }),
  };
}

const hasEnded = (reply: object): reply is Ended => 'ended' in reply;

/** It may read its program and packages: not the data folder, which may be within the installation. */
export function listPermissions(): string[] {
  const packages = join(installationRoot, 'node_modules');
  const readable = [
    ...['src', 'package.json'].map((name) => join(installationRoot, name)),
    packages,
    realpathSync(packages),
  ];
  return ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`)];
}

/** Neither the process nor its channel keeps the server from ending, which ends the process, too. */
async function start(
  { program, name, maxHeapMegabytes, allowsAddons }: Options,
  onExit: () => void,
): Promise<ChildProcess> {
  const child = fork(join(installationRoot, program), {
    serialization: 'advanced',
    execArgv: [
      `--max-old-space-size=${maxHeapMegabytes}`,
      ...listPermissions(),
      ...(allowsAddons ? ['--allow-addons', '--disable-warning=PERM0001'] : []),
      // For the watch, which is no way in: a file runs no code.
      '--allow-worker',
      '--disable-warning=PERM0006',
    ],
    env: { ...allocation },
    // Why it does not start is for the operator.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<ProcessReady>();
  const fail = (cause?: unknown) => reject(new Error(`${name} does not start`, { cause }));
  child.on('error', fail).once('exit', fail).once('exit', onExit).once('message', resolve);
  await promise;
  child.unref();
  child.channel?.unref();
  return child;
}

async function send<Reply>(
  child: ChildProcess,
  parts: AsyncIterable<Uint8Array>,
  order: object,
  maxMilliseconds: number,
): Promise<Reply | Ended> {
  const { promise, resolve } = Promise.withResolvers<Reply | Ended>();
  const late = setTimeout(() => resolve({ ended: 'host' }), maxMilliseconds);
  // It loads what it needs before any file.
  const onExit = (_code: number | null, signal: NodeJS.Signals | null) =>
    resolve({ ended: toReason(signal) });
  child.once('message', resolve).once('exit', onExit);
  try {
    for await (const part of parts) await sendMessage(child, part);
    await sendMessage(child, order);
    return await promise;
  } finally {
    clearTimeout(late);
    child.off('message', resolve).off('exit', onExit);
  }
}

function toReason(signal: NodeJS.Signals | null): Ended['ended'] {
  if (signal === endSignals.memory) return 'memory';
  if (signal === endSignals.processor) return 'processor';
  // Sent when memory runs short or the server is stopped.
  return signal === 'SIGKILL' || signal === 'SIGTERM' ? 'host' : 'crashed';
}

/** Resolves when the process has taken it, so that one part is in memory; also if it ended. */
function sendMessage(child: ChildProcess, message: object): Promise<void> {
  return new Promise((resolve) => {
    if (!child.connected) return resolve();
    child.send(message, () => resolve());
  });
}
