import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import { rowKeysAfter } from './row-keys.ts';

const listed = (ids: string) => [...ids].map((id) => ({ id: testId<'expense'>(id) }));
type RowKeys = ReturnType<typeof rowKeysAfter>;
const keysOf = (lists: readonly string[]) =>
  lists.reduce<RowKeys>((before, ids) => rowKeysAfter(before, listed(ids)), new Map());
const keysAfter = (...lists: string[]) =>
  [...keysOf(lists)].map(([id, key]) => `${id}${key}`).join(' ');

test('what stays keeps its row while the list is much the same', () => {
  expect(keysAfter('abc')).toBe('a0 b1 c2');
  expect(keysAfter('abcd', 'xabc')).toBe('x4 a0 b1 c2');
  expect(keysAfter('abcd', 'acd')).toBe('a0 c2 d3');
  expect(keysAfter('abcd', 'dabc')).toBe('d3 a0 b1 c2');
  expect(keysAfter('abcd', 'dbca')).toBe('d3 b1 c2 a0');
});

test('another list, and another order, is shown by the rows in their places', () => {
  expect(keysAfter('abc', 'xyz')).toBe('x0 y1 z2');
  expect(keysAfter('abcd', 'xyzabcd')).toBe('x4 y5 z6 a0 b1 c2 d3');
  expect(keysAfter('abcd', 'wxyzabc')).toBe('w0 x1 y2 z3 a4 b5 c6');
  expect(keysAfter('abcd', 'dcba')).toBe('d0 c1 b2 a3');
  expect(keysAfter('abc', 'b', 'xyz')).toBe('x1 y2 z3');
});

test('no two rows have the same key, whatever came before', () => {
  const list = fc.uniqueArray(fc.constantFrom(...'abcdefgh')).map((ids) => ids.join(''));
  fc.assert(
    fc.property(fc.array(list, { minLength: 1 }), (lists) => {
      const keys = keysOf(lists);
      expect(new Set(keys.values()).size).toBe(keys.size);
      expect(keys.size).toBe(lists.at(-1)?.length);
    }),
  );
});
