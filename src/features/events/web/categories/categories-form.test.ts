import { expect, test } from 'vitest';
import { maxCategories } from '../../categories/category-contract.ts';
import { addRow, findProblems, moveRow, toEdited, toRows } from './categories-form.ts';

const rows = toRows({
  version: 1,
  items: [
    { color: '2563eb', name: 'Board', upcomingEvents: 2 },
    { color: 'f59e0b', name: 'Social', upcomingEvents: 0 },
  ],
});

test('a new category takes the first free color, until none is left', () => {
  let more: typeof rows | ReturnType<typeof addRow> = rows;
  for (let count = 0; count < 30; count += 1) more = addRow(more, `new ${count}`);
  expect(more).toHaveLength(maxCategories);
  expect(new Set(more.map(({ color }) => color)).size).toBe(maxCategories);
  expect(more[2]).toMatchObject({ color: '059669', savedColor: undefined });
});

test('a category moves one place, and nowhere beyond the ends', () => {
  const names = (list: ReturnType<typeof moveRow>) => list.map(({ name }) => name);
  expect(names(moveRow(rows, 0, 1))).toEqual(['Social', 'Board']);
  expect(names(moveRow(rows, 0, -1))).toEqual(['Board', 'Social']);
  expect(names(moveRow(rows, 1, 1))).toEqual(['Board', 'Social']);
});

test('every category needs a name and a color of its own', () => {
  expect(findProblems(rows).size).toBe(0);
  const [board, social] = rows;
  if (!board || !social) throw new Error('there are two rows');
  const wrong = [board, { ...social, name: ' board ', color: board.color }];
  expect(findProblems(wrong).get(social.key)).toEqual({
    name: 'Another category has this name',
    color: 'Another category has this color',
  });
  expect(findProblems([{ ...board, name: ' ' }]).get(board.key)).toEqual({ name: 'Enter a name' });
});

test('what is saved says which color a category had', () => {
  const [board] = rows;
  if (!board) throw new Error('there are two rows');
  const added = addRow([{ ...board, color: 'db2777' }], 'new');
  expect(toEdited(added.map((row) => ({ ...row, name: `${row.name || 'Pitch'} ` })))).toEqual([
    { color: 'db2777', name: 'Board', previousColor: '2563eb' },
    { color: '2563eb', name: 'Pitch' },
  ]);
});

test('a category that was added keeps its row when it is saved', () => {
  const added = addRow(rows, 'new');
  const items = added.map(({ color, name }) => ({ color, name, upcomingEvents: 0 }));
  expect(toRows({ version: 2, items }, added).map(({ key }) => key)).toEqual([
    '2563eb',
    'f59e0b',
    'new',
  ]);
});
