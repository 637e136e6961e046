import { expect, test } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import { getAriaSort, nextOrder, readOrder, toSortParams } from './sorting.ts';

const total = { sort: 'total' } as const;

test('the default order is newest first, which no header shows', () => {
  const usual = readOrder({});
  expect(usual).toEqual({ sort: 'date', direction: 'desc' });
  expect(toSortParams(usual)).toEqual({
    sort: undefined,
    direction: undefined,
    memberId: undefined,
  });
  expect(getAriaSort(usual, total)).toBe('none');
});

test('clicking a header sorts by it, reverses it, and then restores the default', () => {
  const first = nextOrder(readOrder({}), total);
  expect([first, getAriaSort(first, total)]).toEqual([
    { sort: 'total', direction: 'desc' },
    'descending',
  ]);
  const turned = nextOrder(first, total);
  expect(getAriaSort(turned, total)).toBe('ascending');
  expect(nextOrder(turned, total)).toEqual(readOrder({}));
  expect(nextOrder(first, { sort: 'title' })).toEqual({ sort: 'title', direction: 'asc' });
});

test('an address with only a column uses its first direction', () => {
  expect(readOrder({ sort: 'total' }).direction).toBe('desc');
  expect(readOrder({ sort: 'payer' }).direction).toBe('asc');
  // A direction without a column is ignored.
  expect(readOrder({ direction: 'asc' })).toEqual(readOrder({}));
});

test('each member’s column sorts by that member’s share', () => {
  const maya = { sort: 'member', memberId: testId<'member'>('0a') } as const;
  const diego = { sort: 'member', memberId: testId<'member'>('0b') } as const;
  const byMaya = nextOrder(readOrder({}), maya);
  expect(byMaya).toEqual({ ...maya, direction: 'desc' });
  expect(toSortParams(byMaya)).toEqual({
    sort: 'member',
    direction: 'desc',
    memberId: maya.memberId,
  });
  expect([getAriaSort(byMaya, maya), getAriaSort(byMaya, diego)]).toEqual(['descending', 'none']);
  expect(nextOrder(byMaya, diego)).toEqual({ ...diego, direction: 'desc' });
  expect(nextOrder(byMaya, total).memberId).toBeUndefined();
  // Sorting by share without a member is ignored.
  expect(readOrder({ sort: 'member', direction: 'asc' })).toEqual(readOrder({}));
  // A member is ignored for other columns.
  expect(readOrder({ sort: 'total', memberId: maya.memberId })).toEqual({
    ...total,
    direction: 'desc',
  });
});
