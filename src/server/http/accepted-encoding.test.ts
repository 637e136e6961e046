import { expect, test } from 'vitest';
import { acceptedEncodings } from './accepted-encoding.ts';

test('accepted encodings are returned in order of preference', () => {
  expect(acceptedEncodings('gzip, deflate, br, zstd')).toEqual(['br', 'gzip']);
  expect(acceptedEncodings('GZIP; q=0.5, br;q=0')).toEqual(['gzip']);
  for (const header of [undefined, '', 'identity', '*', 'brotli, x-gzip']) {
    expect(acceptedEncodings(header)).toEqual([]);
  }
});

test('a header longer than any browser’s is not parsed', () => {
  expect(acceptedEncodings(`br${','.repeat(15_000)}`)).toEqual([]);
});
