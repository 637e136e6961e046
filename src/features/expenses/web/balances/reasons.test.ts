import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents, sumCents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { OpenExpense } from '../../expense.ts';
import { listReasons } from './reasons.ts';

const people = ['ann', 'ben', 'cat', 'dan'].map((name) => testId<'member'>(name));
const [ann, ben, cat, dan] = people as [
  (typeof people)[number],
  (typeof people)[number],
  (typeof people)[number],
  (typeof people)[number],
];

type Amounts = readonly (readonly [(typeof people)[number], number])[];

const expense = (shares: Amounts, credits: Amounts) =>
  ({
    id: testId<'expense'>('dinner'),
    title: 'Dinner',
    expenseDate: '2026-03-01T20:00:00.000Z',
    participantBreakdowns: shares.map(([participantId, amountOwed]) => ({
      participantId,
      amountOwed: cents(amountOwed),
    })),
    payerCredits: credits.map(([memberId, amount]) => ({ memberId, amount: cents(amount) })),
  }) as unknown as OpenExpense;

describe('who owes whom for an expense', () => {
  const shares: Amounts = [ann, ben, cat].map((id) => [id, 40_00] as const);
  test.each([
    [
      'one payer is owed each share',
      [[ann, 120_00]],
      ann,
      80_00,
      [
        [ben, 40_00],
        [cat, 40_00],
      ],
    ],
    ['a share is owed to the one payer', [[ann, 120_00]], ben, -40_00, [[ann, 40_00]]],
    ['what the chapter paid is owed to it', [], ben, -40_00, [[null, 40_00]]],
    [
      'a payer who takes no part',
      [[dan, 120_00]],
      dan,
      120_00,
      [
        [ann, 40_00],
        [ben, 40_00],
        [cat, 40_00],
      ],
    ],
    [
      'two payers and one debtor',
      [
        [ann, 70_00],
        [ben, 50_00],
      ],
      cat,
      -40_00,
      [
        [ann, 30_00],
        [ben, 10_00],
      ],
    ],
    [
      'of that debtor each payer gets theirs',
      [
        [ann, 70_00],
        [ben, 50_00],
      ],
      ben,
      10_00,
      [[cat, 40_00 - 30_00]],
    ],
    [
      'partly paid by the chapter: several on both sides',
      [[ann, 60_00]],
      ann,
      20_00,
      [
        [ben, null],
        [cat, null],
      ],
    ],
    [
      'so a share is owed to both together',
      [[ann, 60_00]],
      cat,
      -40_00,
      [
        [ann, null],
        [null, null],
      ],
    ],
    ['a payer who gets back what they share', [[ann, 40_00]], ann, 0, undefined],
    ['someone else', [[ann, 120_00]], dan, 0, undefined],
  ] as const)('%s', (_, credits, member, net, others) => {
    const found = listReasons([expense(shares, credits as Amounts)], member);
    expect(found.map((each) => each.net)).toEqual(net === 0 ? [] : [net]);
    const sides = found[0]?.others.map(({ memberId, amount }) => [memberId, amount]);
    expect(sides).toEqual(others);
  });
});

test('nets of all sum to zero with the chapter, and exact parts add up to the net', () => {
  const amounts = fc.array(fc.nat(10_000), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(amounts, amounts, (shared, credited) => {
      const shares = people.map((id, index) => [id, shared[index] ?? 0] as const);
      const credits = people.map((id, index) => [id, credited[index] ?? 0] as const);
      const one = expense(shares, credits);
      for (const [index, id] of people.entries()) {
        const [reason] = listReasons([one], id);
        expect(reason?.net ?? 0).toBe((credited[index] ?? 0) - (shared[index] ?? 0));
        const parts = reason?.others.map(({ amount }) => amount) ?? [];
        const exact = parts.filter((part) => part !== null);
        if (reason && exact.length === parts.length) {
          expect(sumCents(exact)).toBe(Math.abs(reason.net));
        }
      }
    }),
    { seed: 20_261_129, numRuns: 300 },
  );
});
