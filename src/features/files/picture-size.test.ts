import { expect, test } from 'vitest';
import { fitPicture } from './picture-size.ts';

test.each([
  ['a photo', [4_000, 3_000], [2_400, 1_800]],
  ['a small one', [300, 200], [300, 200]],
  ['a long receipt', [1_080, 11_600], [1_080, 11_600]],
  ['a long receipt of a scanner', [2_480, 20_000], [1_200, 9_677]],
  ['a panorama', [12_000, 1_500], [9_600, 1_200]],
  ['the longest that can be read', [1_080, 40_000], [636, 23_570]],
  ['a line', [50_000_000, 1], [32_000, 1]],
])('%s stays readable, and bounded', (_, [width = 0, height = 0], [fitWidth, fitHeight]) => {
  expect(fitPicture({ width, height })).toEqual({ width: fitWidth, height: fitHeight });
});
