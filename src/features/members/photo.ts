/** What a member's photo may be. */
import { readPicture } from '#kit/pictures/picture.ts';
import { removeMetadata } from '#kit/pictures/picture-metadata.ts';
import { ok, type Result, refuse } from '#kit/result.ts';

export const maxPhotoBytes = 64 * 1024;
/** Pixels. */
const maxPhotoSide = 512;

export type Photo = {
  readonly type: 'image/jpeg' | 'image/webp';
  readonly content: Uint8Array;
};

/**
 * A square JPEG or WebP within the limits, without its metadata. Refuses with `too_large`,
 * `not_a_photo`, `not_square` or `too_many_pixels`.
 */
export function readPhoto(bytes: Uint8Array): Result<Photo> {
  if (bytes.length > maxPhotoBytes) {
    return refuse('too-large', 'too_large', 'A photo can be at most 64 KB');
  }
  const picture = readPicture(bytes);
  if (!picture || picture.type === 'image/png') return notAPhoto;
  const { type, width, height } = picture;
  if (width !== height) return refuse('invalid', 'not_square', 'Crop the photo to a square');
  if (width > maxPhotoSide) {
    const message = `A photo can be at most ${maxPhotoSide} × ${maxPhotoSide} pixels`;
    return refuse('invalid', 'too_many_pixels', message);
  }
  const content = removeMetadata(bytes, type);
  return content ? ok({ type, content }) : notAPhoto;
}

const notAPhoto = refuse('invalid', 'not_a_photo', 'Choose a JPEG or WebP image');
