/**
 * Makes uploaded pictures anew, one at a time, in a process of their own. Members take turns, so that no
 * one's pictures hold up all others.
 */
import { ok, type Result, refuse } from '#kit/result.ts';
import { Busy, createConcurrencyLimit, doInSlot } from '#server/http/limits/concurrency-limit.ts';
import { maxPixels } from '../file.ts';
import type { MadePicture, PictureOrder, PictureReply } from './picture-process.ts';
import { createBoundedProcess } from './shared/bounded-process.ts';

const order: PictureOrder = { maxPixels, previewSide: 320 };
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
  const maker = createBoundedProcess<PictureOrder, PictureReply>({
    program: 'src/features/files/server/picture-process.ts',
    name: 'The process that makes pictures',
    execArgv: ['--max-old-space-size=64'],
    maxMilliseconds,
  });
  const ofMembers = createConcurrencyLimit(1, { maxWaitMilliseconds: maxWait });
  const ofAll = createConcurrencyLimit(1, { maxWaiting, maxWaitMilliseconds: maxWait });

  async function make(parts: Parts): Promise<Result<MadePicture>> {
    const reply = await maker.ask(parts, order);
    if (reply === undefined) return unreadable;
    if ('content' in reply) return ok(reply);
    return reply.problem === 'unreadable' ? unreadable : tooManyPixels;
  }

  return async (uploader, parts) => {
    try {
      return await doInSlot(ofMembers, uploader, () => doInSlot(ofAll, 'all', () => make(parts)));
    } catch (error) {
      if (error instanceof Busy) return busy;
      throw error;
    }
  };
}
