import { expect, test } from 'vitest';
import { ariaSort, orderAfter, orderOf, sortingOf } from './sorting.ts';

type Column = 'name' | 'balance' | 'created';
const newest = (said: { sort?: Column; direction?: 'asc' | 'desc' }) =>
  orderOf<Column>(said, 'created');

test('an address that says nothing means the newest first, and that order says nothing', () => {
  expect(newest({})).toEqual({ sort: 'created', direction: 'desc' });
  expect(newest({ direction: 'asc' })).toEqual({ sort: 'created', direction: 'desc' });
  expect(sortingOf(newest({}), 'created')).toEqual({ sort: undefined, direction: undefined });
  const turned = { sort: 'created', direction: 'asc' } as const;
  expect(newest(sortingOf<Column>(turned, 'created') as typeof turned)).toEqual(turned);
});

test('a header asks for its column, pressed again for the other direction', () => {
  const byName = orderAfter<Column>(newest({}), 'name');
  expect(byName).toEqual({ sort: 'name', direction: 'asc' });
  expect(orderAfter(byName, 'name')).toEqual({ sort: 'name', direction: 'desc' });
  expect(orderAfter(byName, 'balance')).toEqual({ sort: 'balance', direction: 'desc' });
});

test('one column is marked as sorted, the others as not', () => {
  const order = newest({ sort: 'name' });
  expect([ariaSort(order, 'name'), ariaSort(order, 'balance')]).toEqual(['ascending', 'none']);
});
