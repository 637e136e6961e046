import { expect, test } from 'vitest';
import { ariaSort, orderAfter, orderOf, sortingOf } from './sorting.ts';

test('without a word in the address the newest come first, and no header says so', () => {
  const usual = orderOf({});
  expect(usual).toEqual({ sort: 'date', direction: 'desc' });
  expect(sortingOf(usual)).toEqual({ sort: undefined, direction: undefined });
  expect(ariaSort(usual, 'total')).toBe('none');
});

test('pressing a header sorts by it, turns it, and then leaves it', () => {
  const first = orderAfter(orderOf({}), 'total');
  expect([first, ariaSort(first, 'total')]).toEqual([
    { sort: 'total', direction: 'desc' },
    'descending',
  ]);
  const turned = orderAfter(first, 'total');
  expect(ariaSort(turned, 'total')).toBe('ascending');
  expect(orderAfter(turned, 'total')).toEqual(orderOf({}));
  expect(orderAfter(first, 'title')).toEqual({ sort: 'title', direction: 'asc' });
});

test('an address that names a column alone means its first direction', () => {
  expect(orderOf({ sort: 'total' }).direction).toBe('desc');
  expect(orderOf({ sort: 'payer' }).direction).toBe('asc');
  // A direction of nothing means nothing.
  expect(orderOf({ direction: 'asc' })).toEqual(orderOf({}));
});
