import { describe, expect, test } from 'vitest';
import { mergeInput } from './merge-input.ts';

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
