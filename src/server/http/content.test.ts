import { expect, test } from 'vitest';
import { readRange } from './content.ts';

test.each([
  [undefined, 'all'],
  ['bytes=0-0', [0, 1]],
  ['bytes=2-5', [2, 6]],
  ['bytes=7-', [7, 10]],
  ['bytes=2-99', [2, 10]],
  ['bytes=-3', [7, 10]],
  ['bytes=-99', [0, 10]],
  ['bytes=10-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-2', 'all'],
  ['bytes=-', 'all'],
  ['bytes=0-1,4-5', 'all'],
  ['items=0-1', 'all'],
  ['bytes=1e3-', 'all'],
])('of ten bytes, %j asks for %j', (header, range) => {
  expect(readRange(header, 10)).toEqual(range);
});
