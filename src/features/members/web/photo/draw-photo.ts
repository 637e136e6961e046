import { maxPhotoBytes } from '../../photo.ts';
import { cropSquare, type Framing } from './crop.ts';

/** Pixels of a side: sharp at the largest size shown, also on dense screens. */
export const photoSide = 256;

/** Draws the chosen square onto a canvas of `photoSide` pixels. */
export function drawPhoto(canvas: HTMLCanvasElement, picture: ImageBitmap, framing: Framing): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { side, left, top } = cropSquare(picture, framing);
  // Behind transparent pictures, as JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, photoSide, photoSide);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, photoSide, photoSide);
}

/** A JPEG, which every browser can write; undefined if it cannot be made small enough. */
export async function encodePhoto(
  canvas: HTMLCanvasElement,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  for (const quality of [0.9, 0.75, 0.5]) {
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', quality);
    });
    if (blob && blob.size <= maxPhotoBytes) return new Uint8Array(await blob.arrayBuffer());
  }
  return undefined;
}
