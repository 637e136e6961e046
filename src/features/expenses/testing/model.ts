/**
 * A model of expenses and wallets that shares no code with what it tests. Each step is sent through the
 * API, and its reply is compared with the model.
 */
import { expect } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { expenseCalls } from '../contract.ts';
import type { Expense, OverrideFields } from '../expense.ts';
import type { ModelFields, OverrideStep, Step } from './random-step.ts';

type ModelExpense = {
  id: Id<'expense'>;
  fields: ModelFields;
  overrides: { id: Id<'override'>; stated: OverrideStep }[];
  status: 'open' | 'settled' | 'deleted';
  /** The expense when it was settled. */
  final: Expense | undefined;
};
export type Model = {
  people: TestPerson[];
  expenses: ModelExpense[];
  walletBalances: Map<Id<'member'>, number>;
};

export const done = new Map<string, number>();
const count = (what: string) => void done.set(what, (done.get(what) ?? 0) + 1);

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
    expect(Math.abs(distance) < fields.amount).toBe(true);
  }
  return payerCredits.map(({ memberId, amount }) => [memberId, amount]);
}

function toWireFields(model: Model, fields: ModelFields) {
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
function fits({ amount, participants }: ModelFields, overrides: readonly OverrideStep[]): boolean {
  const manual = overrides.filter((each) => each.isManual).map((each) => each.people[0] ?? -1);
  const { restHundredths, weights } = computeRest({ amount, participants }, overrides);
  return (
    new Set(manual).size === manual.length &&
    overrides.every((each) => each.people.every((one) => participants.includes(one))) &&
    overrides.every((each) => each.isManual || each.people.some((one) => !manual.includes(one))) &&
    (weights === 0 ? restHundredths === 0 : restHundredths >= 0)
  );
}

function toOverrideBody(model: Model, step: OverrideStep): OverrideFields {
  const { isManual, amount, people, stated } = step;
  const named = isManual ? people.slice(0, 1) : people;
  return {
    type: isManual ? 'manual' : 'equal',
    amount: cents(amount),
    label: 'Agreed',
    participantIds: named.map((number) => getMemberId(model, number)),
    ...(isManual && stated && { stated: { unit: stated.unit, value: `${stated.value}` } }),
  };
}

const normalizeOverride = (each: OverrideStep): OverrideStep =>
  each.isManual ? { ...each, people: each.people.slice(0, 1) } : { ...each, stated: null };

/** Runs the step through the API and the model, and checks that both accept or refuse it. */
export async function runStep(model: Model, each: Step): Promise<void> {
  const caller = pick(model.people, 1) as TestPerson;
  if (each.kind === 'log') {
    const body = {
      ...toWireFields(model, each.fields),
      title: 'Dinner',
      description: '',
      expenseDate: '2026-03-01T18:00:00.000Z' as const,
      eventId: null,
      category: '',
      receiptIds: [],
    };
    const { id } = (await caller.call(expenseCalls.create, { body })).value();
    model.expenses.push({
      id,
      fields: each.fields,
      overrides: [],
      status: 'open',
      final: undefined,
    });
    return count('log');
  }
  if (each.kind === 'move money') return moveMoney(model, caller, each);
  const isAboutOverride = each.kind === 'change override' || each.kind === 'drop override';
  const eligible = model.expenses.filter((one) => !isAboutOverride || one.overrides.length > 0);
  const expected = pick(eligible, each.expense);
  if (!expected) return;
  const params = { expenseId: expected.id };
  const accepts = (status: number, isRight: boolean, refusal = 422) => {
    if (expected.status === 'deleted') expect([each.kind, status]).toEqual([each.kind, 404]);
    else if (expected.status === 'settled') expect([each.kind, status]).toEqual([each.kind, 409]);
    else if (isRight) expect([each.kind, status < 300 || status]).toEqual([each.kind, true]);
    else expect([each.kind, status]).toEqual([each.kind, refusal]);
    const isDone = expected.status === 'open' && isRight;
    count(`${each.kind} ${isDone ? 'done' : 'refused'}`);
    return isDone;
  };
  switch (each.kind) {
    case 'edit': {
      const fields = { ...expected.fields, ...each.change };
      const named = toWireFields(model, fields);
      const before = toWireFields(model, expected.fields);
      const body = Object.entries(named)
        .filter(([name, value]) => value !== before[name as keyof typeof before])
        .map(([name, value]) => ({ op: 'replace', path: `/${name}`, value }) as never);
      const staying = expected.overrides.filter(({ stated }) =>
        stated.people.every((one) => fields.participants.includes(one)),
      );
      const query = { dropOverrides: each.mayDrop };
      const reply = await caller.call(expenseCalls.patch, { params, query, body });
      const stated = staying.map((override) => override.stated);
      const hasConsent = each.mayDrop || staying.length === expected.overrides.length;
      if (accepts(reply.status, hasConsent && fits(fields, stated))) {
        Object.assign(expected, { fields, overrides: staying });
      }
      return;
    }
    case 'override': {
      const stated = normalizeOverride(each.override);
      const others = expected.overrides.filter(
        ({ stated: other }) =>
          !(other.isManual && stated.isManual && other.people[0] === stated.people[0]),
      );
      const isAllowed =
        stated.isManual || (stated.amount > 0 && stated.amount < expected.fields.amount);
      const all = [...others.map((other) => other.stated), stated];
      const body = toOverrideBody(model, each.override);
      const reply = await caller.call(expenseCalls.addOverride, { params, body });
      if (accepts(reply.status, isAllowed && fits(expected.fields, all))) {
        const ids = new Set(others.map((other) => other.id));
        const added = reply.value().overrides.find((override) => !ids.has(override.id));
        if (!added) throw new Error('the override just added is missing');
        expected.overrides = [...others, { id: added.id, stated }];
      }
      return;
    }
    case 'change override': {
      const override = pick(expected.overrides, each.which);
      if (!override) return;
      const stated = normalizeOverride(each.override);
      const all = expected.overrides.map((other) => (other === override ? stated : other.stated));
      const manual = all.filter((one) => one.isManual).map((one) => one.people[0]);
      const reply = await caller.call(expenseCalls.updateOverride, {
        params: { ...params, overrideId: override.id },
        body: toOverrideBody(model, each.override),
      });
      const isTwice = new Set(manual).size < manual.length;
      const isKnown = all.every((one) =>
        one.people.every((who) => expected.fields.participants.includes(who)),
      );
      const refusal = isTwice && isKnown ? 409 : 422;
      if (accepts(reply.status, fits(expected.fields, all), refusal)) override.stated = stated;
      return;
    }
    case 'drop override': {
      const override = pick(expected.overrides, each.which);
      if (!override) return;
      const others = expected.overrides.filter((other) => other !== override);
      const reply = await caller.call(expenseCalls.removeOverride, {
        params: { ...params, overrideId: override.id },
      });
      const stated = others.map((other) => other.stated);
      if (accepts(reply.status, fits(expected.fields, stated))) expected.overrides = others;
      return;
    }
    case 'settle': {
      const reply = await caller.call(expenseCalls.settle, { params });
      if (!accepts(reply.status, true)) return;
      expected.status = 'settled';
      expected.final = reply.value();
      if (expected.fields.usesWallets) settleInModel(model, expected, reply.value());
      return;
    }
    case 'delete': {
      const reply = await caller.call(expenseCalls.remove, { params });
      if (accepts(reply.status, true)) expected.status = 'deleted';
      return;
    }
    case 'restore': {
      const { status } = await caller.call(expenseCalls.restore, { params });
      expect(status).toBe(expected.status === 'deleted' ? 200 : 409);
      if (expected.status !== 'deleted') return;
      count('restore done');
      expected.status = 'open';
      return;
    }
    default:
      return each satisfies never;
  }
}

function settleInModel(model: Model, expected: ModelExpense, expense: Expense): void {
  const move = (member: Id<'member'>, change: number) => {
    if (change !== 0)
      model.walletBalances.set(member, (model.walletBalances.get(member) ?? 0) + change);
  };
  for (const { participantId, amountOwed } of expense.participantBreakdowns) {
    move(participantId, -amountOwed);
  }
  for (const [who, credit] of expectCredits(model, expense, expected.fields)) move(who, credit);
}

async function moveMoney(
  model: Model,
  caller: TestPerson,
  { wallet, amount }: { wallet: number; amount: number },
): Promise<void> {
  const owner = pick([...model.walletBalances.keys()], wallet);
  if (owner === undefined) return;
  const { items } = (await caller.call(walletCalls.list)).value().wallets;
  const stored = items.find((each) => each.ownerId === owner);
  if (!stored) throw new Error('a purse is missing');
  await caller.call(walletCalls.addTransaction, {
    params: { walletId: stored.id },
    body: { userId: owner, transactionType: 'debit', amount: cents(amount), description: 'Dues' },
  });
  model.walletBalances.set(owner, (model.walletBalances.get(owner) ?? 0) - amount);
  count('move money');
}
