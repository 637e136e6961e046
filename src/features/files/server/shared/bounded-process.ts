/**
 * A process for reading what members upload, one file at a time: what crashes a decoder, takes too long or
 * too much memory ends it and nothing more. It is started when needed and ended after a while without work.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { installationRoot } from '#server/config/paths.ts';

/** Sent by the process once, when it has loaded what it needs. */
export type ProcessReady = { readonly isReady: true };

export type BoundedProcess<Order, Reply> = {
  /** Sends a file and what to do with it; undefined if that ended the process or took too long. */
  ask(parts: AsyncIterable<Uint8Array>, order: Order): Promise<Reply | undefined>;
  end(): void;
};

type Options = {
  /** Below the installation, run from its source by the bundled server, too: decoders stay out of the bundle. */
  readonly program: `src/${string}.ts`;
  /** What it is called in a failure: 'The process that makes pictures'. */
  readonly name: string;
  readonly execArgv: readonly string[];
  readonly maxMilliseconds: number;
};

const idleMilliseconds = 30_000;

export function createBoundedProcess<Order extends object, Reply>(
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
    // It loads what it needs before any file, so this one ended it.
    if (reply === undefined) end();
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

/** Neither the process nor its channel keeps the server from ending, which ends the process, too. */
async function start(
  { program, name, execArgv }: Options,
  onExit: () => void,
): Promise<ChildProcess> {
  const child = fork(join(installationRoot, program), {
    serialization: 'advanced',
    execArgv: [...execArgv],
    env: {},
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

/** Undefined if the process ended or took too long. */
async function send<Reply>(
  child: ChildProcess,
  parts: AsyncIterable<Uint8Array>,
  order: object,
  maxMilliseconds: number,
): Promise<Reply | undefined> {
  const { promise, resolve } = Promise.withResolvers<Reply | undefined>();
  const giveUp = () => resolve(undefined);
  const late = setTimeout(giveUp, maxMilliseconds);
  child.once('message', resolve).once('exit', giveUp);
  try {
    for await (const part of parts) await sendMessage(child, part);
    await sendMessage(child, order);
    return await promise;
  } finally {
    clearTimeout(late);
    child.off('message', resolve).off('exit', giveUp);
  }
}

/** Resolves when the process has taken it, so that one part is in memory; also if it ended. */
function sendMessage(child: ChildProcess, message: object): Promise<void> {
  return new Promise((resolve) => {
    if (!child.connected) return resolve();
    child.send(message, () => resolve());
  });
}
