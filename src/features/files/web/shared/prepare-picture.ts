/** Makes pictures smaller before they are sent and leaves behind where they were taken. */
import { fitPicture } from '../../picture-size.ts';

const previewSide = 96;
const quality = 0.82;

export type Prepared = {
  readonly content: Blob;
  /** A small picture as a data URL. */
  readonly preview: string | undefined;
};

/** What this browser can't read as a picture stays as it is: the server reports what is wrong with it. */
export async function prepareFile(file: File): Promise<Prepared> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return { content: file, preview: undefined };
  const canvas = draw(picture, fitPicture(picture));
  const content = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });
  const scale = Math.min(1, previewSide / Math.max(picture.width, picture.height));
  const small = {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
  const preview = draw(picture, small).toDataURL('image/jpeg', quality);
  picture.close();
  return { content: content ?? file, preview };
}

function draw(
  picture: ImageBitmap,
  { width, height }: { readonly width: number; readonly height: number },
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  // Behind transparent pictures, as JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
