import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import { assignRowKeys } from './row-keys.ts';

const toItems = (ids: string) => [...ids].map((id) => ({ id: testId<'expense'>(id) }));
type RowKeys = ReturnType<typeof assignRowKeys>;
const assignKeys = (lists: readonly string[]) =>
  lists.reduce<RowKeys>((before, ids) => assignRowKeys(before, toItems(ids)), new Map());
const formatKeys = (...lists: string[]) =>
  [...assignKeys(lists)].map(([id, key]) => `${id}${key}`).join(' ');

test('expenses keep their rows if the list changes little', () => {
  expect(formatKeys('abc')).toBe('a0 b1 c2');
  expect(formatKeys('abcd', 'xabc')).toBe('x4 a0 b1 c2');
  expect(formatKeys('abcd', 'acd')).toBe('a0 c2 d3');
  expect(formatKeys('abcd', 'dabc')).toBe('d3 a0 b1 c2');
  expect(formatKeys('abcd', 'dbca')).toBe('d3 b1 c2 a0');
});

test('a different list or order reuses the rows by position', () => {
  expect(formatKeys('abc', 'xyz')).toBe('x0 y1 z2');
  expect(formatKeys('abcd', 'xyzabcd')).toBe('x4 y5 z6 a0 b1 c2 d3');
  expect(formatKeys('abcd', 'wxyzabc')).toBe('w0 x1 y2 z3 a4 b5 c6');
  expect(formatKeys('abcd', 'dcba')).toBe('d0 c1 b2 a3');
  expect(formatKeys('abc', 'b', 'xyz')).toBe('x1 y2 z3');
});

test('no two rows ever have the same key', () => {
  const list = fc.uniqueArray(fc.constantFrom(...'abcdefgh')).map((ids) => ids.join(''));
  fc.assert(
    fc.property(fc.array(list, { minLength: 1 }), (lists) => {
      const keys = assignKeys(lists);
      expect(new Set(keys.values()).size).toBe(keys.size);
      expect(keys.size).toBe(lists.at(-1)?.length);
    }),
  );
});
