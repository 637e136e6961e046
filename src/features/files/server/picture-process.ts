/**
 * The process that makes pictures anew, run from its source by `picture-maker.ts`. What members upload
 * is decoded here and nowhere else, by three loaders only, so that a file that crashes a decoder or
 * takes too long ends this process and nothing more.
 */
import sharp from 'sharp';
import { fitPicture } from '../picture-size.ts';
import type { ProcessReady } from './shared/bounded-process.ts';

export type MadePicture = {
  readonly content: Uint8Array;
  readonly preview: Uint8Array;
  readonly width: number;
  readonly height: number;
};
export type PictureReply = MadePicture | { readonly problem: 'too_many_pixels' | 'unreadable' };
export type PictureOrder = {
  readonly maxPixels: number;
  readonly previewSide: number;
};

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

/** Upright, on white, in sRGB, without metadata. */
async function makePicture(bytes: Uint8Array, order: PictureOrder): Promise<PictureReply> {
  const { maxPixels, previewSide } = order;
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (autoOrient.width * autoOrient.height > maxPixels) return { problem: 'too_many_pixels' };
    const made = await sharp(bytes, {
      limitInputPixels: maxPixels,
      sequentialRead: true,
      failOn: 'error',
      autoOrient: true,
    })
      .resize({ ...fitPicture(autoOrient), fit: 'fill' })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    const preview = await sharp(made.data)
      .resize({ width: previewSide, height: previewSide, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 70 })
      .toBuffer();
    return { content: made.data, preview, width: made.info.width, height: made.info.height };
  } catch {
    return { problem: 'unreadable' };
  }
}

const parts: Uint8Array[] = [];

process.on('message', (message: Uint8Array | PictureOrder) => {
  if (message instanceof Uint8Array) parts.push(message);
  else void answer(message);
});

async function answer(order: PictureOrder): Promise<void> {
  const bytes = Buffer.concat(parts.splice(0));
  process.send?.(await makePicture(bytes, order));
}

process.on('disconnect', () => process.exit());
const ready: ProcessReady = { isReady: true };
process.send?.(ready);
