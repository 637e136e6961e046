import { expect, test } from 'vitest';
import { pngOf } from '#app/testing/pictures.ts';
import { createPictureMaker } from './picture-maker.ts';

test('the many pictures of one member wait for the one of another', async () => {
  const makePicture = createPictureMaker();
  const order: string[] = [];
  async function* partsOf(name: string) {
    order.push(name);
    yield pngOf(8, 8);
  }
  const made = await Promise.all([
    makePicture('Ann', partsOf('Ann 1')),
    makePicture('Ann', partsOf('Ann 2')),
    makePicture('Ann', partsOf('Ann 3')),
    makePicture('Ben', partsOf('Ben 1')),
  ]);
  expect(made.every(({ ok }) => ok)).toBe(true);
  expect(order).toEqual(['Ann 1', 'Ben 1', 'Ann 2', 'Ann 3']);
});
