import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pngHeadOf, pngOf, webpOf } from '#app/testing/pictures.ts';
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

test('a picture that waits too long for others is refused, and may be sent again', async () => {
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

const tryPicture = async (content: Buffer, makePicture = createPictureMaker()) =>
  makePicture(
    'Ann',
    (async function* () {
      yield content;
    })(),
  );
const interlaced = { bits: 8, isInterlaced: true } as const;
const deep = { bits: 16, isInterlaced: false } as const;
const refusedAs = (code: string) => ({ ok: false, refusal: { kind: 'invalid', code } });

test.each([
  ['an interlaced PNG', pngHeadOf(5_001, 5_000, interlaced), 'picture_too_large'],
  [
    '… with 16 bits',
    pngHeadOf(3_600, 3_600, { ...deep, ...interlaced, bits: 16 }),
    'picture_too_large',
  ],
  ['… just within', pngHeadOf(5_000, 5_000, interlaced), 'unreadable_picture'],
  ['a WebP', webpOf(6_000, 5_600), 'picture_too_large'],
  ['long rows', pngHeadOf(16_700, 2_000, { bits: 8, isInterlaced: false }), 'picture_too_large'],
  ['long rows with 16 bits', pngHeadOf(8_400, 5_000, deep), 'picture_too_large'],
  ['many rows', pngHeadOf(7_000, 7_000, deep), 'unreadable_picture'],
])(
  'what a decoder has to hold of a picture is counted before it begins: %s',
  async (_, content, code) => {
    expect(await tryPicture(content)).toMatchObject(refusedAs(code));
  },
);

test('a progressive JPEG is counted by its coefficients', async () => {
  const photo = sharp({ create: { width: 4_100, height: 4_100, channels: 3, background: '#c83' } });
  const usual = await photo.jpeg({ progressive: true }).toBuffer();
  expect(await tryPicture(usual)).toMatchObject({ ok: true });
  const fine = photo.jpeg({ progressive: true, chromaSubsampling: '4:4:4' });
  expect(await tryPicture(await fine.toBuffer())).toMatchObject(refusedAs('picture_too_large'));
});

test('a photo of 50 megapixels is made, lying or upright', async () => {
  const photo = sharp({ create: { width: 8_165, height: 6_123, channels: 3, background: '#c83' } });
  expect(await tryPicture(await photo.jpeg().toBuffer())).toMatchObject({
    ok: true,
    value: { width: 2_400, height: 1_799 },
  });
  const upright = await photo.jpeg().withMetadata({ orientation: 6 }).toBuffer();
  expect(await tryPicture(upright)).toMatchObject({
    ok: true,
    value: { width: 1_799, height: 2_400 },
  });
});

test('the largest pictures are made one after another, however many', {
  tags: ['all'],
}, async () => {
  const create = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c83' } });
  const pictures = await Promise.all([
    create(4_050, 4_100).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    create(6_633, 4_975).png({ progressive: true }).toBuffer(),
    create(6_633, 4_975).jpeg({ progressive: true }).toBuffer(),
    create(22_000, 1_500).png().toBuffer(),
    create(1_562, 32_000).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
  ]);
  const makePicture = createPictureMaker();
  for (const picture of [...pictures, ...pictures, ...pictures]) {
    expect(await tryPicture(picture, makePicture)).toMatchObject({ ok: true });
  }
});

test('a good picture is not called damaged if the server is slow', async () => {
  const hurried = createPictureMaker(8_000, 1);
  expect(await tryPicture(pngOf(8, 8), hurried)).toMatchObject({
    ok: false,
    refusal: { kind: 'not-ready', code: 'busy' },
  });
});
