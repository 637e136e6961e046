import { expect, test } from 'vitest';
import type { Day } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { sumDebts } from '../member-dues.ts';
import { describeMoneyWithDue, findDue } from './home-money.ts';

const today = '2027-01-09';

const debt = (open: number, dueOn: Day) => ({ open: cents(open), dueOn });
const dues = (dueOn: Day) => debt(250_00, dueOn);

/** What Home says of someone who has so many cents to pay, more than 0, and of whom these debts are open. */
function say(
  toPay: number,
  debts: readonly ReturnType<typeof debt>[],
  waiting = 0,
): string | undefined {
  const found = findDue({ ...sumDebts(debts, today), waiting: cents(waiting) }, today);
  return found && describeMoneyWithDue({ standing: cents(-toPay), otherCurrencies: [] }, found);
}

test.each([
  [250_00, [dues('2027-01-22')], '$250.00 to pay by Friday, Jan 22.'],
  [250_00, [dues(today)], '$250.00 to pay today.'],
  [250_00, [dues('2026-12-28')], '$250.00 to pay, 12 days late.'],
  [400_00, [dues('2027-01-22')], '$400.00 to pay, $250.00 of it by Friday, Jan 22.'],
  [400_00, [dues(today)], '$400.00 to pay, $250.00 of it today.'],
  [
    259_00,
    [dues('2027-01-31'), debt(9_00, '2027-03-31')],
    '$259.00 to pay, $250.00 of it by Sunday, Jan 31.',
  ],
  [
    259_00,
    [dues('2026-12-28'), debt(9_00, '2027-01-31')],
    '$259.00 to pay, $250.00 of it 12 days late.',
  ],
  [259_00, [dues('2026-12-28'), debt(9_00, '2027-01-08')], '$259.00 to pay, up to 12 days late.'],
  [150_00, [dues('2027-01-22')], '$250.00 due Friday, Jan 22. Overall: $150.00 to pay.'],
  [0, [dues('2026-12-28')], '$250.00 is 12 days late. Overall: nothing to pay.'],
  [-50_00, [dues(today)], "$250.00 due today. Overall: you're owed $50.00."],
] as const)('with %i cents to pay, what is due of them is shown: %#', (toPay, debts, words) =>
  expect(say(toPay, debts)).toBe(words),
);

test('nothing is due that is far ahead or recorded as paid', () => {
  expect(say(0, [])).toBeUndefined();
  expect(say(250_00, [dues('2027-02-09')])).toBeUndefined();
  expect(say(250_00, [dues('2027-01-22')], 250_00)).toBeUndefined();
  expect(say(250_00, [dues('2026-12-28')], 250_00)).toBeUndefined();
  expect(say(250_00, [dues('2026-12-28')], 249_99)).toBe('$250.00 to pay, 12 days late.');
});

test('other currencies are shown beside it', () => {
  const found = findDue({ ...sumDebts([dues(today)], today), waiting: cents(0) }, today);
  const standing = {
    standing: cents(-250_00),
    otherCurrencies: [{ currency: 'EUR' as const, balance: cents(40_00) }],
  };
  expect(found && describeMoneyWithDue(standing, found)).toBe(
    "$250.00 to pay today. You're owed €40.00.",
  );
});
