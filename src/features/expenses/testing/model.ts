/**
 * A model of expenses and wallets that shares no code with what it tests.
 */
import { expect } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import type { Expense } from '../expense.ts';
import type { ModelFields, OverrideStep } from './random-step.ts';

export type ModelExpense = {
  id: Id<'expense'>;
  fields: ModelFields;
  overrides: { id: Id<'override'>; stated: OverrideStep }[];
  status: 'open' | 'settled' | 'deleted';
  /** The expense when it was settled or corrected. */
  final: Expense | undefined;
  /** The expense that it takes back. */
  reverses?: ModelExpense;
  /** The expense that it came back for. */
  returns?: ModelExpense;
  isCorrected?: true;
};
export type Model = {
  people: TestPerson[];
  expenses: ModelExpense[];
  walletBalances: Map<Id<'member'>, number>;
};

export const done = new Map<string, number>();
export const count = (what: string) => void done.set(what, (done.get(what) ?? 0) + 1);

export function pick<T>(items: readonly T[], number: number): T | undefined {
  return items[number % items.length];
}

export function getMemberId(model: Model, number: number): Id<'member'> {
  const person = pick(model.people, number);
  if (!person) throw new Error('the model has no people');
  return person.memberId;
}

function computeReimbursement({ payer, type, amount, part }: ModelFields): number {
  if (payer === null || type === 'None') return 0;
  return type === 'Full' ? amount : 1 + (part % amount);
}

/** Who paid how much: several people only if there are cents for each. */
function listPaid({ payer, others, amount }: ModelFields): [who: number, amount: number][] {
  if (payer === null) return [];
  const extra = others.filter(({ who }) => who !== payer);
  const scale = extra.reduce((sum, { weight }) => sum + weight, 1);
  const paid = extra.map(({ who, weight }): [number, number] => [
    who,
    Math.floor((amount * weight) / scale),
  ]);
  const first = amount - paid.reduce((sum, [, each]) => sum + each, 0);
  const all: [number, number][] = [[payer, first], ...paid];
  return all.every(([, each]) => each > 0) ? all : [[payer, amount]];
}

/**
 * What each payer gets back, as replied: it adds up to the reimbursement, and each part is within a
 * cent of its exact fraction.
 */
export function expectCredits(
  model: Model,
  { payerCredits }: Pick<Expense, 'payerCredits'>,
  fields: ModelFields,
): [Id<'member'>, number][] {
  const paid = new Map(listPaid(fields).map(([who, each]) => [getMemberId(model, who), each]));
  expect(payerCredits.map(({ memberId }) => memberId).sort()).toEqual([...paid.keys()].sort());
  const total = computeReimbursement(fields);
  expect(payerCredits.reduce((sum, each) => sum + each.amount, 0)).toBe(total);
  for (const { memberId, amount } of payerCredits) {
    const distance = amount * fields.amount - total * (paid.get(memberId) ?? 0);
    expect(Math.abs(distance) < Math.abs(fields.amount)).toBe(true);
  }
  return payerCredits.map(({ memberId, amount }) => [memberId, amount]);
}

export function toWireFields(model: Model, fields: ModelFields) {
  const { amount, participants, payer, type } = fields;
  const paid = listPaid(fields);
  const isSeveral = paid.length > 1;
  return {
    amount: cents(amount),
    participants: participants.map((number) => getMemberId(model, number)),
    paidBy: payer === null || isSeveral ? null : getMemberId(model, payer),
    payers: isSeveral
      ? paid.map(([who, each]) => ({ memberId: getMemberId(model, who), amountPaid: cents(each) }))
      : [],
    isEvenSplit: payer === null,
    payerReimbursementType: type,
    payerReimbursementAmount: type === 'Partial' ? cents(1 + (fields.part % amount)) : null,
    isExcludedFromGroupTotals: fields.isExcluded,
    useWalletTransactions: fields.usesWallets,
  };
}

/** What percentages and amounts leave, in hundredths of a cent, and the weights that divide it. */
export function computeRest(
  { amount, participants }: Pick<ModelFields, 'amount' | 'participants'>,
  overrides: readonly OverrideStep[],
) {
  const stated = overrides.map(({ stated }) => stated);
  const sum = (unit: string) =>
    stated.reduce((all, each) => all + (each?.unit === unit ? each.value : 0), 0);
  const amounts = overrides.reduce((all, each) => all + (each.stated ? 0 : each.amount), 0);
  const unstated = participants.length - overrides.filter(({ isManual }) => isManual).length;
  return {
    restHundredths: 100 * (amount - amounts) - amount * sum('percent'),
    weights: unstated + sum('weight'),
  };
}

/** Whether overrides fit an expense, decided from the rules without splitting it. */
export function fits(
  { amount, participants }: ModelFields,
  overrides: readonly OverrideStep[],
): boolean {
  const manual = overrides.filter((each) => each.isManual).map((each) => each.people[0] ?? -1);
  const { restHundredths, weights } = computeRest({ amount, participants }, overrides);
  return (
    new Set(manual).size === manual.length &&
    overrides.every((each) => each.people.every((one) => participants.includes(one))) &&
    overrides.every((each) => each.isManual || each.people.some((one) => !manual.includes(one))) &&
    (weights === 0 ? restHundredths === 0 : restHundredths >= 0)
  );
}

/** The money back for an expense that was not reversed. */
export function listReturns(model: Model, expense: ModelExpense): ModelExpense[] {
  return model.expenses.filter((each) => each.returns === expense && !each.isCorrected);
}

export function settleInModel(model: Model, expected: ModelExpense, expense: Expense): void {
  for (const { participantId, amountOwed } of expense.participantBreakdowns) {
    move(model, participantId, -amountOwed);
  }
  for (const [who, credit] of expectCredits(model, expense, expected.fields)) {
    move(model, who, credit);
  }
}

/** Takes back what settling the expense moved. */
export function reverseInModel(model: Model, { final }: ModelExpense): void {
  for (const share of final?.participantBreakdowns ?? []) {
    move(model, share.participantId, share.amountOwed);
  }
  for (const { memberId, amount } of final?.payerCredits ?? []) move(model, memberId, -amount);
}

function move(model: Model, member: Id<'member'>, change: number): void {
  if (change === 0) return;
  model.walletBalances.set(member, (model.walletBalances.get(member) ?? 0) + change);
}
