import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toInstant } from '#kit/day.ts';
import { toId } from '#kit/id.ts';
import { cents, sumCents } from '#kit/money.ts';
import {
  buildMoneyBack,
  checkMoneyBack,
  checkReturnable,
  findLeft,
  findReceiver,
} from './money-back.ts';
import { buildExpense, toSettled } from './revise.ts';
import { fieldsWith } from './testing/random-expense.ts';

const people = [1, 2, 3, 4].map((number) =>
  toId<'member'>(`00000000-0000-7000-8000-00000000000${number}`),
);
const [ann, ben] = people as [(typeof people)[0], (typeof people)[0]];
const now = toInstant(Temporal.Instant.from('2026-03-01T18:00:00Z'));
const creation = { createdBy: ben, now };

function settled(amount: number, more: Parameters<typeof fieldsWith>[0] = {}) {
  const fields = fieldsWith({ amount: cents(amount), participants: people, paidBy: ann, ...more });
  const built = buildExpense(fields, {
    ...creation,
    id: toId('00000000-0000-7000-8000-0000000000e1'),
  });
  if (!built.ok) throw new Error(built.refusal.message);
  return toSettled(built.value, ann, now);
}
const back = (
  original: ReturnType<typeof settled>,
  amount: number,
  receivedBy: typeof ann | null,
) =>
  buildMoneyBack(
    original,
    { amount: cents(amount), receivedBy, expenseDate: now },
    { ...creation, id: toId('00000000-0000-7000-8000-0000000000e2') },
  );

test('everyone gets back their part, to the cent, and the member who received it owes it all', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(), (amount, part) => {
      const original = settled(amount);
      const came = 1 + (part % amount);
      const { participantBreakdowns, payerCredits, amount: total } = back(original, came, ben);
      expect(total).toBe(-came);
      expect(sumCents(participantBreakdowns.map(({ amountOwed }) => amountOwed))).toBe(-came);
      expect(payerCredits).toEqual([{ memberId: ben, amount: -came }]);
      for (const [index, { amountOwed }] of participantBreakdowns.entries()) {
        const share = original.participantBreakdowns[index]?.amountOwed ?? Number.NaN;
        expect(Math.abs(amountOwed * amount + share * came)).toBeLessThan(amount);
      }
    }),
  );
});

test('what the chapter received is charged to nobody, and of all of it everyone gets their share', () => {
  const original = settled(100_01, { isEvenSplit: true, paidBy: null });
  const all = back(original, 100_01, null);
  expect(all.participantBreakdowns.map(({ amountOwed }) => -amountOwed)).toEqual(
    original.participantBreakdowns.map(({ amountOwed }) => amountOwed),
  );
  expect(all.payerCredits).toEqual([{ memberId: ben, amount: 0 }]);
  expect([findReceiver(all), findReceiver(back(original, 5, ann))]).toEqual([null, ann]);
});

test('no more than is left comes back, and only for an expense that is settled and stands', () => {
  const original = settled(100_00);
  const known = { expenseId: original.id, expenseDate: now };
  const once = { ...original, moneyBack: [{ ...known, amount: cents(60_00) }] };
  expect(findLeft(once)).toBe(40_00);
  expect(checkMoneyBack(once, cents(40_00))).toBeUndefined();
  expect(checkMoneyBack(once, cents(40_01))?.refusal.message).toBe(
    'At most $40.00 can still come back for this expense',
  );
  expect(checkMoneyBack(once, cents(0))?.refusal.code).toBe('amount_not_positive');
  const codes = [
    { ...original, status: 'open' as const, settledAt: null, settledBy: null },
    { ...original, correctsId: original.id },
    { ...original, moneyBackForId: original.id },
    { ...original, correctedById: original.id },
    { ...original, moneyBack: [{ ...known, amount: cents(100_00) }] },
  ].map((expense) => {
    const checked = checkReturnable(expense);
    return checked.ok ? 'fine' : checked.refusal.code;
  });
  expect(codes).toEqual([
    'expense_not_settled',
    'expense_is_reversal',
    'expense_is_reversal',
    'expense_corrected',
    'all_came_back',
  ]);
  expect(checkReturnable(once).ok).toBe(true);
});
