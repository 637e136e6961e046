import { expect, test } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import { ariaSort, orderAfter, orderOf, sortingOf } from './sorting.ts';

const total = { sort: 'total' } as const;

test('without a word in the address the newest come first, and no header says so', () => {
  const usual = orderOf({});
  expect(usual).toEqual({ sort: 'date', direction: 'desc' });
  expect(sortingOf(usual)).toEqual({
    sort: undefined,
    direction: undefined,
    memberId: undefined,
  });
  expect(ariaSort(usual, total)).toBe('none');
});

test('pressing a header sorts by it, turns it, and then leaves it', () => {
  const first = orderAfter(orderOf({}), total);
  expect([first, ariaSort(first, total)]).toEqual([
    { sort: 'total', direction: 'desc' },
    'descending',
  ]);
  const turned = orderAfter(first, total);
  expect(ariaSort(turned, total)).toBe('ascending');
  expect(orderAfter(turned, total)).toEqual(orderOf({}));
  expect(orderAfter(first, { sort: 'title' })).toEqual({ sort: 'title', direction: 'asc' });
});

test('an address that names a column alone means its first direction', () => {
  expect(orderOf({ sort: 'total' }).direction).toBe('desc');
  expect(orderOf({ sort: 'payer' }).direction).toBe('asc');
  // A direction of nothing means nothing.
  expect(orderOf({ direction: 'asc' })).toEqual(orderOf({}));
});

test('a member’s column is sorted by their share; each member’s is a column of its own', () => {
  const maya = { sort: 'member', memberId: testId<'member'>('0a') } as const;
  const diego = { sort: 'member', memberId: testId<'member'>('0b') } as const;
  const byMaya = orderAfter(orderOf({}), maya);
  expect(byMaya).toEqual({ ...maya, direction: 'desc' });
  expect(sortingOf(byMaya)).toEqual({ sort: 'member', direction: 'desc', memberId: maya.memberId });
  expect([ariaSort(byMaya, maya), ariaSort(byMaya, diego)]).toEqual(['descending', 'none']);
  expect(orderAfter(byMaya, diego)).toEqual({ ...diego, direction: 'desc' });
  expect(orderAfter(byMaya, total).memberId).toBeUndefined();
  // An address that leaves out whose share means nothing.
  expect(orderOf({ sort: 'member', direction: 'asc' })).toEqual(orderOf({}));
  // Nor has a member anything to do with another column.
  expect(orderOf({ sort: 'total', memberId: maya.memberId })).toEqual({
    ...total,
    direction: 'desc',
  });
});
