import { expect, test } from 'vitest';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { describeMoves } from './paid-words.ts';

const ids = {
  Ann: testId<'member'>('ann'),
  Ben: testId<'member'>('ben'),
  Cid: testId<'member'>('cid'),
  you: testId<'member'>('you'),
};
type Name = keyof typeof ids;
const names = new Map<Id<'member'> | null, string>([
  [null, 'the chapter'],
  ...Object.entries(ids).map(([name, id]) => [id, name] as const),
]);
const describe = (paid: [Name, Name | null, number][], isConfirmed = true) =>
  describeMoves(
    paid.map(([from, to, amount]) => ({
      from: ids[from],
      to: to && ids[to],
      amount: cents(amount),
    })),
    (party) => names.get(party) ?? '?',
    isConfirmed,
  );

test.each([
  [[['Ben', 'Ann', 33_33]], "Ann's balance falls by $33.33, and Ben's rises by $33.33."],
  [
    [
      ['Ben', 'Ann', 33_33],
      ['Cid', 'Ann', 33_33],
    ],
    "Ann's balance falls by $66.66, and those of 2 people rise by $33.33 each.",
  ],
  [
    [
      ['Ben', 'Ann', 10_00],
      ['Cid', null, 5_00],
    ],
    "Ann's balance falls by $10.00 and the chapter's by $5.00, and those of 2 people rise by $15.00 in all.",
  ],
  [[['Ben', 'you', 33_33]], "Your balance falls by $33.33, and Ben's rises by $33.33."],
  [
    [
      ['you', 'Ann', 10_00],
      ['you', null, 5_00],
    ],
    "Ann's balance falls by $10.00 and the chapter's by $5.00, and yours rises by $15.00.",
  ],
  [
    [
      ['Ben', 'Ann', 10_00],
      ['Ben', 'you', 5_00],
    ],
    "Ann's balance falls by $10.00 and yours by $5.00, and Ben's rises by $15.00.",
  ],
  [[['Ben', null, 1]], "The chapter's balance falls by $0.01, and Ben's rises by $0.01."],
] as [[Name, Name | null, number][], string][])('%j: %s', (paid, words) => {
  expect(describe(paid)).toBe(words);
});

test('what waits says so', () => {
  expect(describe([['Ben', null, 1]], false)).toBe(
    "Once confirmed, the chapter's balance falls by $0.01, and Ben's rises by $0.01.",
  );
});
