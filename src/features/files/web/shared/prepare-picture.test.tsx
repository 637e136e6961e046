import { expect, test } from 'vitest';
import { prepareFile } from './prepare-picture.ts';

async function drawPicture(width: number, height: number): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.fillRect(0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  return new File(blob ? [blob] : [], 'Bill.png');
}

const measure = async (picture: Blob) => {
  const { width, height } = await createImageBitmap(picture);
  return [width, height];
};

test('a long receipt keeps the width of its lines, and its preview is small', async () => {
  const { content, preview = '' } = await prepareFile(await drawPicture(1_080, 11_600));
  expect([content.type, await measure(content)]).toEqual(['image/jpeg', [1_080, 11_600]]);
  expect(await measure(await (await fetch(preview)).blob())).toEqual([9, 96]);
});

test('a large photo is made smaller', async () => {
  const { content } = await prepareFile(await drawPicture(4_000, 3_000));
  expect(await measure(content)).toEqual([2_400, 1_800]);
});
