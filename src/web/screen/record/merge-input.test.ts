import { describe, expect, test } from 'vitest';
import { mergeInput, mergeRows } from './merge-input.ts';

const before = { title: 'Dinner', amount: '10', guests: ['Ann', 'Ben'] };

describe('input on a newer version', () => {
  test('takes the newer values of fields that were not touched', () => {
    const newer = { ...before, title: 'Supper', amount: '12' };
    expect(mergeInput({ ...before, amount: '11' }, before, newer)).toEqual({
      ...newer,
      amount: '11',
    });
  });

  test('is the newer version if nothing was touched', () => {
    const newer = { title: 'Supper', amount: '12', guests: ['Cleo'] };
    expect(mergeInput(before, before, newer)).toEqual(newer);
  });

  test('keeps a field that both changed as it was typed', () => {
    const newer = { ...before, title: 'Supper' };
    expect(mergeInput({ ...before, title: '' }, before, newer).title).toBe('');
  });

  test('adds to a list and removes from it what was added and removed', () => {
    const typed = { ...before, guests: ['Ben', 'Cleo', 'Dan'] };
    const newer = { ...before, guests: ['Ann', 'Ben', 'Eve', 'Dan'] };
    expect(mergeInput(typed, before, newer).guests).toEqual(['Ben', 'Eve', 'Dan', 'Cleo']);
  });

  test('keeps a list that was emptied empty', () => {
    const newer = { ...before, title: 'Supper' };
    expect(mergeInput({ ...before, guests: [] }, before, newer).guests).toEqual([]);
  });

  test('keeps records whole, because their parts depend on each other', () => {
    const shares = (unit: string, ann: string) => ({ shares: { unit, ann } });
    expect(
      mergeInput(shares('percent', '40'), shares('percent', '50'), shares('amounts', '9')),
    ).toEqual(shares('percent', '40'));
  });
});

describe('rows on a newer version', () => {
  const rowsOf = (text: string) =>
    text === ''
      ? []
      : text.split(' ').map((each) => {
          const [key = '', name = key, color = ''] = each.split(':');
          return { key, name, color };
        });
  /** Rows as 'key', 'key:name' or 'key:name:color'. */
  const merge = (typed: string, before: string, newer: string) =>
    mergeRows(rowsOf(typed), rowsOf(before), rowsOf(newer))
      .map(({ key, name, color }) => `${key}:${name}${color ? `:${color}` : ''}`)
      .join(' ');

  test.for([
    ['nothing was touched', 'a b', 'a b', 'b:B c', 'b:B c:c'],
    ['each changed another field', 'a:A b', 'a b', 'a:a:red b:B', 'a:A:red b:B'],
    ['both changed one', 'a:mine', 'a', 'a:theirs', 'a:mine'],
    ['one was removed, here or there', 'b c', 'a b c', 'a b', 'b:b'],
    ['one was changed and newly is gone', 'a:A b', 'a b', 'b', 'b:b a:A'],
    ['one was removed and newly changed', 'b', 'a b', 'a:A b', 'b:b'],
    ['rows were added, here and there', 'a x', 'a', 'y a', 'y:y a:a x:x'],
    ['an order was chosen', 'b a', 'a b', 'a:A c b', 'b:b a:A c:c'],
    ['an added row was moved', 'x a b', 'a b', 'b a c', 'x:x a:a b:b c:c'],
    ['the newer order is another', 'a:A b c', 'a b c', 'c b a', 'c:c b:b a:A'],
    ['all were removed', '', 'a b', 'a b c', 'c:c'],
  ] as const)('where %s', ([, typed, before, newer, merged]) => {
    expect(merge(typed, before, newer)).toBe(merged);
  });
});
