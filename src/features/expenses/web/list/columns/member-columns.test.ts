import { expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { findSharers, joinPeople } from './member-columns.ts';

const [ann, bob, cleo] = ['Ann', 'Bob', 'Cleo'].map((name) => ({ id: testId(name), name }));
if (!ann || !bob || !cleo) throw new Error('three people are needed');

test('only those with a share have a column, also if they owe nothing', () => {
  const shares = [bob, ann].map(({ id }) => ({ participantId: id, amountOwed: cents(0) }));
  expect(findSharers([ann, bob, cleo], [{ participantBreakdowns: shares }])).toEqual([ann, bob]);
  expect(findSharers([ann], [])).toEqual([]);
});

test('all members come first to last by name, with oneself first and former members last', () => {
  expect(joinPeople([ann, cleo], [bob, cleo], cleo.id)).toEqual([cleo, ann, bob]);
});
