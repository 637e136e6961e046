import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Id } from '#kit/id.ts';
import { rowKeysAfter } from './row-keys.ts';

const listed = (ids: string) => [...ids].map((id) => ({ id: id as Id }));
const keysAfter = (...lists: string[]) => {
  const keys = lists.reduce((before, ids) => rowKeysAfter(before, listed(ids)), new Map());
  return [...keys].map(([id, key]) => `${id}${key}`).join(' ');
};

test('what stays keeps its row, what comes takes those of what is gone, in their order', () => {
  expect(keysAfter('abc')).toBe('a0 b1 c2');
  expect(keysAfter('abc', 'xyz')).toBe('x0 y1 z2');
  expect(keysAfter('abc', 'cab')).toBe('c2 a0 b1');
  expect(keysAfter('abc', 'xab')).toBe('x2 a0 b1');
  expect(keysAfter('abc', 'b', 'bxy')).toBe('b1 x2 y3');
});

test('no two rows have the same key, whatever came before', () => {
  const list = fc.uniqueArray(fc.constantFrom(...'abcdefgh')).map((ids) => ids.join(''));
  fc.assert(
    fc.property(fc.array(list, { minLength: 1 }), (lists) => {
      const keys = lists.reduce((before, ids) => rowKeysAfter(before, listed(ids)), new Map());
      expect(new Set(keys.values()).size).toBe(keys.size);
      expect(keys.size).toBe(lists.at(-1)?.length);
    }),
  );
});
