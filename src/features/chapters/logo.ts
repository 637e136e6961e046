import { type Picture, readPicture } from '#kit/pictures/picture.ts';
import { ok, type Result, refuse } from '#kit/result.ts';

export const maxLogoBytes = 200 * 1024;
/** Pixels, for both width and height. */
export const maxLogoSide = 1_024;

/**
 * Accepts a complete PNG, JPEG or WebP with nothing after it, within the limits. Refuses with
 * `too_large`, `not_a_picture` (including SVG, a document that can run scripts) or
 * `too_many_pixels`.
 */
export function readLogo(bytes: Uint8Array): Result<Picture> {
  if (bytes.length > maxLogoBytes) {
    return refuse('too-large', 'too_large', 'A logo can be at most 200 KB');
  }
  const picture = readPicture(bytes);
  if (!picture) {
    return refuse('invalid', 'not_a_picture', 'Choose a PNG, JPEG, or WebP image');
  }
  if (picture.width > maxLogoSide || picture.height > maxLogoSide) {
    const message = `A logo can be at most ${maxLogoSide} × ${maxLogoSide} pixels`;
    return refuse('invalid', 'too_many_pixels', message);
  }
  return ok(picture);
}
