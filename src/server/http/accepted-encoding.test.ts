import { expect, test } from 'vitest';
import { acceptedEncodings } from './accepted-encoding.ts';

test('what a caller takes, the best first', () => {
  expect(acceptedEncodings('gzip, deflate, br, zstd')).toEqual(['br', 'gzip']);
  expect(acceptedEncodings('GZIP; q=0.5, br;q=0')).toEqual(['gzip']);
  for (const header of [undefined, '', 'identity', '*', 'brotli, x-gzip']) {
    expect(acceptedEncodings(header)).toEqual([]);
  }
});

test('a header longer than any browser’s is not taken apart', () => {
  expect(acceptedEncodings(`br${','.repeat(15_000)}`)).toEqual([]);
});
