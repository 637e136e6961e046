import { expect, test } from 'vitest';
import { sumCents } from '#kit/money.ts';
import { listed, previewShares } from './share-preview.ts';

const names = new Map([
  ['a', 'Maya'],
  ['b', 'Diego'],
  ['c', 'Priya'],
]);
const preview = (amount: string, ...people: string[]) =>
  previewShares('0190a0a0-0000-7000-8000-000000000001', amount, people, [], names);

test('there is nothing to show before there is an amount and somebody to share it', () => {
  expect(preview('', 'a')).toBeUndefined();
  expect(preview('0', 'a')).toBeUndefined();
  expect(preview('ten', 'a')).toBeUndefined();
  expect(preview('10')).toBeUndefined();
});

test('the preview adds up, and names who carries the odd cent', () => {
  const thirds = preview('100', 'a', 'b', 'c');
  expect(sumCents(thirds?.shares.values() ?? [])).toBe(10_000);
  const [carrier] = thirds?.oddCents ?? [];
  expect(thirds?.oddCents.size).toBe(1);
  expect(thirds?.words).toBe(`$33.33 each; ${names.get(carrier ?? '')} carries the odd cent.`);
  expect(preview('90', 'a', 'b', 'c')?.words).toBe('$30.00 each.');
  expect(preview('90', 'a')?.words).toBe('$90.00, all of it.');
});

test('more names than a sentence bears are counted', () => {
  expect(listed(['A'])).toBe('A');
  expect(listed(['A', 'B', 'C'])).toBe('A, B and C');
  expect(listed(['A', 'B', 'C', 'D'])).toBe('A, B and 2 others');
});
