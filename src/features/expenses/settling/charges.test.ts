import { describe, expect, test } from 'vitest';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { describeCharges, findCharge } from './charges.ts';

const ann = testId<'member'>('ann');
const ben = testId<'member'>('ben');
const share = cents(250_00);
const charged = (open: readonly [Id<'member'>, number][]) => ({
  participantBreakdowns: [ann, ben].map((participantId) => ({ participantId, amountOwed: share })),
  openCharges: open.map(([memberId, amount]) => ({ memberId, amount: cents(amount) })),
});

test.each([
  [[], 'covered', 0],
  [[[ben, 1]], 'covered', 0],
  [[[ann, 143_31]], 'partly-covered', 143_31],
  [[[ann, 250_00]], 'charged', 250_00],
] as [[Id<'member'>, number][], string, number][])('with %j open it is %s', (open, state, left) => {
  const found = findCharge(charged(open), { memberId: ann, share, sees: true });
  expect(found).toEqual({ state, open: left });
});

test('who may not see the wallet reads that it was charged, and no more', () => {
  const found = findCharge(charged([]), { memberId: ann, share, sees: false });
  expect(found).toEqual({ state: 'charged', open: undefined });
});

describe('in one sentence', () => {
  test.each([
    [[], 'All 2 covered'],
    [[[ann, 106_69]], '1 of 2 covered, $106.69 open'],
    [
      [
        [ann, 162_00],
        [ben, 250_00],
      ],
      '0 of 2 covered, $412.00 open',
    ],
  ] as [[Id<'member'>, number][], string][])('%j: %s', (open, words) => {
    expect(describeCharges(charged(open))).toBe(words);
  });

  test('a share of zero is no charge', () => {
    const expense = charged([]);
    const [first] = expense.participantBreakdowns;
    const nothing = { participantId: ben, amountOwed: cents(0) };
    const only = { ...expense, participantBreakdowns: first ? [first, nothing] : [] };
    expect(describeCharges(only)).toBe('Covered');
  });
});
