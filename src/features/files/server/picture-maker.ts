/**
 * Makes uploaded pictures anew, one at a time, in a process of their own that is started when needed
 * and ended after a while without work. Members take turns, so that no one's pictures hold up all others.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { ok, type Result, refuse } from '#kit/result.ts';
import { installationRoot } from '#server/config/paths.ts';
import { Busy, createConcurrencyLimit } from '#server/http/limits/concurrency-limit.ts';
import { maxPixels } from '../file.ts';
import type { MadePicture, PictureOrder, PictureReady, PictureReply } from './picture-process.ts';

/** Run from its source by the bundled server, too: decoders stay out of the bundle. */
const program = join(installationRoot, 'src/features/files/server/picture-process.ts');
const order: PictureOrder = { maxPixels, maxSide: 2_400, previewSide: 320 };
const idleMilliseconds = 30_000;
/** The largest picture takes a second on a slow core. */
const maxMilliseconds = 15_000;
const maxWaiting = 40;
/** For one's own pictures and for those of others: a connection is cut after 20 s without a byte. */
const maxWaitMilliseconds = 8_000;

const unreadable = refuse(
  'invalid',
  'unreadable_picture',
  'This picture is damaged or incomplete. Take it again, or choose another.',
);
const tooManyPixels = refuse(
  'invalid',
  'too_many_pixels',
  `A picture can have at most ${maxPixels / 1_000_000} megapixels`,
);
const busy = refuse('not-ready', 'busy', 'The server is busy with other pictures. Try again soon.');

type Parts = AsyncIterable<Uint8Array>;
export type PictureMaker = (uploader: string, parts: Parts) => Promise<Result<MadePicture>>;

export function createPictureMaker(maxWait = maxWaitMilliseconds): PictureMaker {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  const ofMembers = createConcurrencyLimit(1, { maxWaitMilliseconds: maxWait });
  const ofAll = createConcurrencyLimit(1, { maxWaiting, maxWaitMilliseconds: maxWait });

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  async function make(parts: Parts): Promise<Result<MadePicture>> {
    clearTimeout(idle);
    const begin = () =>
      start(() => {
        child = undefined;
      });
    // One that was killed while it started had no picture yet, so none is to blame: another is started.
    child ??= await begin().catch(begin);
    const reply = await ask(child, parts);
    if (reply === undefined) {
      // It loads what it needs before any picture, so this one ended it.
      end();
      return unreadable;
    }
    idle = setTimeout(end, idleMilliseconds).unref();
    if ('content' in reply) return ok(reply);
    return reply.problem === 'unreadable' ? unreadable : tooManyPixels;
  }

  return async (uploader, parts) => {
    const releases: (() => void)[] = [];
    try {
      releases.push(await ofMembers.acquire(uploader));
      releases.push(await ofAll.acquire('all'));
      return await make(parts).catch((error: unknown) => {
        end();
        throw error;
      });
    } catch (error) {
      if (error instanceof Busy) return busy;
      throw error;
    } finally {
      for (const release of releases) release();
    }
  };
}

/** Neither the process nor its channel keeps the server from ending, which ends the process, too. */
async function start(onExit: () => void): Promise<ChildProcess> {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=64'],
    env: {},
    // Why it does not start is for the operator.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<PictureReady>();
  const fail = (cause?: unknown) =>
    reject(new Error('The process that makes pictures does not start', { cause }));
  child.on('error', fail).once('exit', fail).once('exit', onExit).once('message', resolve);
  await promise;
  child.unref();
  child.channel?.unref();
  return child;
}

/** Undefined if the process ended or took too long. */
async function ask(child: ChildProcess, parts: Parts): Promise<PictureReply | undefined> {
  const { promise, resolve } = Promise.withResolvers<PictureReply | undefined>();
  const giveUp = () => resolve(undefined);
  const late = setTimeout(giveUp, maxMilliseconds);
  child.once('message', resolve).once('exit', giveUp);
  try {
    for await (const part of parts) await send(child, part);
    await send(child, order);
    return await promise;
  } finally {
    clearTimeout(late);
    child.off('message', resolve).off('exit', giveUp);
  }
}

/** Resolves when the process has taken it, so that one part is in memory; also if it ended. */
function send(child: ChildProcess, message: Uint8Array | PictureOrder): Promise<void> {
  return new Promise((resolve) => {
    if (!child.connected) return resolve();
    child.send(message, () => resolve());
  });
}
