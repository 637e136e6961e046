/**
 * Makes uploaded pictures anew, one at a time, in a process of their own. Members take turns, so that no
 * one's pictures hold up all others.
 */
import { ok, type Result, refuse } from '#kit/result.ts';
import { Busy, createConcurrencyLimit, doInSlot } from '#server/http/limits/concurrency-limit.ts';
import { maxDecodedBytes, maxPixels } from '../file.ts';
import type { MadePicture, PictureOrder, PictureReply } from './picture-process.ts';
import { createBoundedProcess } from './shared/bounded-process.ts';

const order: PictureOrder = { maxPixels, maxDecodedBytes, previewSide: 320 };
/** More than the processor may take (`picture-process.ts`): a connection is cut after 20 s without a byte. */
const maxMilliseconds = 15_000;
const maxWaiting = 40;
/** For one's own pictures and for those of others. */
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
const tooLarge = refuse(
  'invalid',
  'picture_too_large',
  `Opening this picture takes more than ${maxDecodedBytes / 1_000_000} MB of memory. Save it smaller, or as an ordinary JPEG.`,
);
const tooSlow = refuse(
  'invalid',
  'picture_too_slow',
  'Opening this picture takes too long. Save it smaller, or as an ordinary JPEG.',
);
const busy = refuse('not-ready', 'busy', 'The server is busy with other pictures. Try again soon.');

const refusals = {
  unreadable,
  crashed: unreadable,
  too_many_pixels: tooManyPixels,
  too_large: tooLarge,
  memory: tooLarge,
  processor: tooSlow,
  host: busy,
};

type Parts = AsyncIterable<Uint8Array>;
export type PictureMaker = (uploader: string, parts: Parts) => Promise<Result<MadePicture>>;

export function createPictureMaker(
  maxWait = maxWaitMilliseconds,
  milliseconds = maxMilliseconds,
): PictureMaker {
  const maker = createBoundedProcess<PictureOrder, PictureReply>({
    program: 'src/features/files/server/picture-process.ts',
    name: 'The process that makes pictures',
    maxMilliseconds: milliseconds,
    maxHeapMegabytes: 64,
    allowsAddons: true,
  });
  const ofMembers = createConcurrencyLimit(1, { maxWaitMilliseconds: maxWait });
  const ofAll = createConcurrencyLimit(1, { maxWaiting, maxWaitMilliseconds: maxWait });

  async function make(parts: Parts): Promise<Result<MadePicture>> {
    const reply = await maker.ask(parts, order);
    if ('content' in reply) return ok(reply);
    return refusals['ended' in reply ? reply.ended : reply.problem];
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
