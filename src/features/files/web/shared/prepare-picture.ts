/** Makes pictures smaller before they are sent and leaves behind where they were taken. */

/** As the server's: enough to read small print of a long bill. */
const maxSide = 2_400;
const previewSide = 96;
const quality = 0.82;

export type Prepared = {
  readonly content: Blob;
  /** A small picture as a data URL. */
  readonly preview: string | undefined;
};

/** What this browser can't read as a picture stays as it is: the server tells what is wrong with it. */
export async function prepareFile(file: File): Promise<Prepared> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return { content: file, preview: undefined };
  const canvas = draw(picture, maxSide);
  const content = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });
  const preview = draw(picture, previewSide).toDataURL('image/jpeg', quality);
  picture.close();
  return { content: content ?? file, preview };
}

function draw(picture: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  // Behind transparent pictures, as JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
