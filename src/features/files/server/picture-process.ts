/**
 * The process that makes pictures anew, run from its source by `picture-maker.ts`. What members upload
 * is decoded here and nowhere else, by three loaders only, so that a file that crashes a decoder or
 * takes too long ends this process and nothing more.
 */
import sharp, { type Metadata } from 'sharp';
import { fitPicture } from '../picture-size.ts';
import { workInBounds } from './shared/bounded-work.ts';

export type MadePicture = {
  readonly content: Uint8Array;
  readonly preview: Uint8Array;
  readonly width: number;
  readonly height: number;
};
export type PictureReply = MadePicture | { readonly problem: PictureProblem };
type PictureProblem = 'too_many_pixels' | 'too_large' | 'unreadable';
export type PictureOrder = {
  readonly maxPixels: number;
  readonly maxDecodedBytes: number;
  readonly previewSide: number;
};

/** Pictures within the limits take up to 300 MB of memory, and up to 4 s on an ordinary core. */
const bounds = { maxMemoryBytes: 400 * 1024 * 1024, maxProcessorMilliseconds: 12_000 };

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

/** Of a picture that is decoded row by row, what shrinking it holds. */
const maxRowsHeld = 1_500;

function countHeldBytes(picture: Metadata): number {
  const { width, height, channels, depth, format, isProgressive, chromaSubsampling } = picture;
  if (isProgressive && format === 'jpeg') {
    // Coefficients, of two bytes each.
    return 2 * width * height * channels * (chromaSubsampling === '4:2:0' ? 0.5 : 1);
  }
  const row = width * channels * (depth === 'ushort' ? 2 : 1);
  const isHeldWhole = isProgressive || format === 'webp';
  return row * (isHeldWhole ? height : Math.min(height, maxRowsHeld));
}

/** Upright, on white, in sRGB, without metadata. */
async function makePicture(bytes: Uint8Array, order: PictureOrder): Promise<PictureReply> {
  const { maxPixels, maxDecodedBytes, previewSide } = order;
  try {
    const picture = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { autoOrient } = picture;
    if (autoOrient.width * autoOrient.height > maxPixels) return { problem: 'too_many_pixels' };
    if (countHeldBytes(picture) > maxDecodedBytes) return { problem: 'too_large' };
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

workInBounds(bounds, makePicture);
