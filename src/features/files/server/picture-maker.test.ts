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

test('whoever waits too long for others is told so, and may send theirs again', async () => {
  const makePicture = createPictureMaker(20);
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
  async function* slowParts() {
    yield pngOf(8, 8);
    await isRead;
  }
  async function* parts() {
    yield pngOf(8, 8);
  }
  const slow = makePicture('Ann', slowParts());
  expect(await makePicture('Ben', parts())).toMatchObject({ ok: false, refusal: { code: 'busy' } });
  read();
  expect(await slow).toMatchObject({ ok: true });
  expect(await makePicture('Ben', parts())).toMatchObject({ ok: true });
});
