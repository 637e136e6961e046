import { expect, test } from 'vitest';
import { getAriaSort, nextOrder, parseOrder, toSorting } from './sorting.ts';

type Column = 'name' | 'balance' | 'created';
const newest = (sorting: { sort?: Column; direction?: 'asc' | 'desc' }) =>
  parseOrder<Column>(sorting, 'created');

test('newest first is the default and omitted from the address', () => {
  expect(newest({})).toEqual({ sort: 'created', direction: 'desc' });
  expect(newest({ direction: 'asc' })).toEqual({ sort: 'created', direction: 'desc' });
  expect(toSorting(newest({}), 'created')).toEqual({ sort: undefined, direction: undefined });
  const oldestFirst = { sort: 'created', direction: 'asc' } as const;
  expect(newest(toSorting<Column>(oldestFirst, 'created') as typeof oldestFirst)).toEqual(
    oldestFirst,
  );
});

test('a header sorts by its column, and pressed again in the other direction', () => {
  const byName = nextOrder<Column>(newest({}), 'name');
  expect(byName).toEqual({ sort: 'name', direction: 'asc' });
  expect(nextOrder(byName, 'name')).toEqual({ sort: 'name', direction: 'desc' });
  expect(nextOrder(byName, 'balance')).toEqual({ sort: 'balance', direction: 'desc' });
});

test('only the sorted column is marked as sorted', () => {
  const order = newest({ sort: 'name' });
  expect([getAriaSort(order, 'name'), getAriaSort(order, 'balance')]).toEqual([
    'ascending',
    'none',
  ]);
});
