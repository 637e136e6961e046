/** The expenses that the money oracle logs, with what they come to in exact fractions. */
import { expect } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { Expense, OverrideFields } from '#features/expenses/expense.ts';
import type { NewExpense } from '#features/expenses/new-expense.ts';
import { type Rate, rateFromText } from '#features/expenses/original.ts';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import type { Act } from './oracle-acts.ts';
import type { Logged } from './oracle-ledger.ts';

export type Sharing = Pick<
  Extract<Act, { kind: 'log' }>,
  'amount' | 'participants' | 'payer' | 'others' | 'reimbursement' | 'part' | 'usesWallets' | 'rate'
> & { readonly stated?: Extract<Act, { kind: 'log' }>['stated'] };

/** What one of several takes in percent, and the weights by which the others divide what is left. */
function findStated({ participants, stated }: Sharing) {
  if (!stated || participants.length === 1) return undefined;
  const [first, ...others] = participants as [number, ...number[]];
  const weights = others.map((who) => [who, stated.weights[who] ?? 0] as const);
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return total === 0 ? undefined : { first, percent: stated.percent, weights, total };
}

/** Who paid how much, as entered; without a payer, no one. */
function listEntered({ payer, amount, others }: Sharing): Map<number, number> {
  const paid = new Map(payer === null ? [] : [[payer, amount]]);
  for (const { who, paid: each } of payer === null ? [] : others) {
    paid.set(who, (paid.get(who) ?? 0) + each);
  }
  return paid;
}

const entered = (step: Sharing) =>
  [...listEntered(step).values()].reduce((sum, each) => sum + each, 0) || step.amount;

/** What was entered in euros comes to this in dollars: doubled, so that half a cent is whole. */
const toDollars = (amount: number, rate: number) =>
  Number((2n * BigInt(amount) * BigInt(rate) + 100_000_000n) / 200_000_000n);

/** One payer may have paid in euros, unless that comes to nothing in dollars. */
function isForeign(step: Sharing): step is Sharing & { rate: number } {
  return (
    step.rate !== null && listEntered(step).size < 2 && toDollars(entered(step), step.rate) > 0
  );
}

const totalOf = (step: Sharing) =>
  isForeign(step) ? toDollars(entered(step), step.rate) : entered(step);

/** As `listEntered`, in dollars. */
function listPaid(step: Sharing): Map<number, number> {
  const entered = listEntered(step);
  return isForeign(step)
    ? new Map([...entered.keys()].map((who) => [who, totalOf(step)]))
    : entered;
}

function toOriginal(step: Sharing): NewExpense['original'] {
  if (!isForeign(step)) return null;
  const decimal = `${Math.floor(step.rate / 1e8)}.${String(step.rate % 1e8).padStart(8, '0')}`;
  return { currency: 'EUR', amount: cents(entered(step)), rate: rateFromText(decimal) as Rate };
}

const partOf = (step: Sharing) => 1 + (step.part % totalOf(step));

export function toBody(everyone: readonly TestPerson[], step: Sharing, day: Day): NewExpense {
  const { participants, payer, reimbursement, usesWallets } = step;
  const paid = listPaid(step);
  const idOf = (index: number) => (everyone[index] as TestPerson).memberId;
  return {
    title: 'Dinner',
    description: '',
    expenseDate: `${day}T20:00:00.000Z`,
    eventId: null,
    category: '',
    receiptIds: [],
    amount: cents(totalOf(step)),
    original: toOriginal(step),
    participants: participants.map(idOf),
    paidBy: payer === null || paid.size > 1 ? null : idOf(payer),
    payers:
      paid.size > 1
        ? [...paid].map(([who, each]) => ({ memberId: idOf(who), amountPaid: cents(each) }))
        : [],
    isEvenSplit: payer === null,
    payerReimbursementType: reimbursement,
    payerReimbursementAmount: reimbursement === 'Partial' ? cents(partOf(step)) : null,
    isExcludedFromGroupTotals: false,
    useWalletTransactions: usesWallets,
    overrides: listOverrides(step, idOf),
  };
}

function listOverrides(step: Sharing, idOf: (index: number) => Id<'member'>) {
  const stated = findStated(step);
  const state = (who: number, unit: 'percent' | 'weight', value: number): OverrideFields => ({
    type: 'manual',
    amount: cents(0),
    label: '',
    participantIds: [idOf(who)],
    stated: { unit, value: `${value}` },
  });
  if (!stated) return [];
  return [
    state(stated.first, 'percent', stated.percent),
    ...stated.weights.map(([who, weight]) => state(who, 'weight', weight)),
  ];
}

export function toLogged(everyone: readonly TestPerson[], step: Sharing, expense: Expense): Logged {
  const { participants, payer, reimbursement, usesWallets } = step;
  const [amount, paid] = [totalOf(step), listPaid(step)];
  const indexOf = new Map(everyone.map(({ memberId }, index) => [memberId, index]));
  const shares = expense.participantBreakdowns.map(
    ({ participantId, amountOwed }): [number, bigint] => [
      indexOf.get(participantId) ?? -1,
      BigInt(amountOwed),
    ],
  );
  expect(shares.map(([who]) => who).sort()).toEqual([...participants].sort());
  expect(shares.reduce((sum, [, share]) => sum + share, 0n)).toBe(BigInt(amount));
  // |share - amount * part / whole| < 1, multiplied by the whole so that nothing is rounded.
  const stated = findStated(step);
  const whole = stated ? 100 * stated.total : participants.length;
  const parts = new Map(participants.map((who) => [who, 1]));
  if (stated) {
    parts.set(stated.first, stated.percent * stated.total);
    for (const [who, weight] of stated.weights) parts.set(who, (100 - stated.percent) * weight);
  }
  for (const [who, share] of shares) {
    const distance = share * BigInt(whole) - BigInt(amount) * BigInt(parts.get(who) ?? -1);
    expect(distance < whole && distance > -whole).toBe(true);
  }
  const reimbursements = { Full: BigInt(amount), Partial: BigInt(partOf(step)), None: 0n };
  const credit = payer === null ? 0n : reimbursements[reimbursement];
  const credits = expense.payerCredits.map(({ memberId, amount }): [number, bigint] => [
    indexOf.get(memberId) ?? -1,
    BigInt(amount),
  ]);
  expect(credits.map(([who]) => who).sort()).toEqual([...paid.keys()].sort());
  expect(credits.reduce((sum, [, each]) => sum + each, 0n)).toBe(credit);
  // |part - credit * paid / amount| < 1, multiplied by the amount.
  for (const [who, each] of credits) {
    const distance = each * BigInt(amount) - credit * BigInt(paid.get(who) ?? 0);
    expect(distance < amount && distance > -amount).toBe(true);
  }
  const largest = Math.max(0, ...paid.values());
  if (payer !== null) expect(paid.get(indexOf.get(expense.paidBy as never) ?? -1)).toBe(largest);
  return { id: expense.id, shares, credits, usesWallets };
}
