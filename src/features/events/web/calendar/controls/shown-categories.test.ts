import { expect, test } from 'vitest';
import { listShownCategories } from './shown-categories.ts';

const categories = [
  { color: 'f59e0b', name: 'Dinners' },
  { color: '2563eb', name: 'Board' },
  { color: '7c3aed', name: 'Forums' },
];

test('the key names each shown color once, in the order of the chapter', () => {
  const shown = listShownCategories(categories, ['7c3aed', 'f59e0b', '7c3aed']);
  expect(shown.map(({ name }) => name)).toEqual(['Dinners', 'Forums']);
});

test('a color without a category comes last and is described', () => {
  const shown = listShownCategories(categories, ['dc2626', '2563eb']);
  expect(shown.map(({ name }) => name)).toEqual(['Board', 'Other (Important Red)']);
});

test('without events there is no key', () => {
  expect(listShownCategories(categories, [])).toEqual([]);
});
