/**
 * What expenses and wallets must be after any writes, in a few lines that share no code with what they
 * test; each write is done through the API, and what was answered is held to what the model expects.
 */
import { expect } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { expenseCalls } from '../contract.ts';
import type { Expense, OverrideFields } from '../expense.ts';
import type { Facts, OverrideStep, Step } from './random-step.ts';

type Known = {
  id: Id<'expense'>;
  facts: Facts;
  overrides: { id: Id<'override'>; stated: OverrideStep }[];
  status: 'open' | 'settled' | 'deleted';
  /** As it was when it settled. */
  final: Expense | undefined;
};
export type Model = { people: TestPerson[]; expenses: Known[]; purses: Map<Id<'member'>, number> };

export const done = new Map<string, number>();
const count = (what: string) => void done.set(what, (done.get(what) ?? 0) + 1);

export function at<T>(items: readonly T[], number: number): T | undefined {
  return items[number % items.length];
}

export function idOf(model: Model, number: number): Id<'member'> {
  const person = at(model.people, number);
  if (!person) throw new Error('the model has no people');
  return person.memberId;
}

export function creditOf({ payer, type, amount, part }: Facts): number {
  if (payer === null || type === 'None') return 0;
  return type === 'Full' ? amount : 1 + (part % amount);
}

function wireOf(model: Model, facts: Facts) {
  const { amount, participants, payer, type } = facts;
  return {
    amount: cents(amount),
    participants: participants.map((number) => idOf(model, number)),
    paidBy: payer === null ? null : idOf(model, payer),
    isEvenSplit: payer === null,
    payerReimbursementType: type,
    payerReimbursementAmount: type === 'Partial' ? cents(1 + (facts.part % amount)) : null,
    isExcludedFromGroupTotals: facts.isExcluded,
    useWalletTransactions: facts.usesWallets,
  };
}

/** Whether overrides fit an expense: decision by the rules' words, without the splitting itself. */
function fits({ amount, participants }: Facts, overrides: readonly OverrideStep[]): boolean {
  const manual = overrides.filter((each) => each.isManual).map((each) => each.people[0] ?? -1);
  const rest = amount - overrides.reduce((sum, each) => sum + each.amount, 0);
  return (
    new Set(manual).size === manual.length &&
    overrides.every((each) => each.people.every((one) => participants.includes(one))) &&
    overrides.every((each) => each.isManual || each.people.some((one) => !manual.includes(one))) &&
    (participants.every((one) => manual.includes(one)) ? rest === 0 : rest >= 0)
  );
}

function bodyOf(model: Model, { isManual, amount, people }: OverrideStep): OverrideFields {
  const named = isManual ? people.slice(0, 1) : people;
  return {
    type: isManual ? 'manual' : 'equal',
    amount: cents(amount),
    label: 'Agreed',
    participantIds: named.map((number) => idOf(model, number)),
  };
}

const statedOf = (each: OverrideStep): OverrideStep =>
  each.isManual ? { ...each, people: each.people.slice(0, 1) } : each;

/** Does the step and says whether the model expects it to be accepted. */
export async function run(model: Model, each: Step): Promise<void> {
  const caller = at(model.people, 1) as TestPerson;
  if (each.kind === 'log') {
    const body = {
      ...wireOf(model, each.facts),
      title: 'Dinner',
      description: '',
      expenseDate: '2026-03-01T18:00:00.000Z' as const,
      eventId: null,
      category: '',
      receiptIds: [],
    };
    const { id } = (await caller.call(expenseCalls.create, { body })).value();
    model.expenses.push({ id, facts: each.facts, overrides: [], status: 'open', final: undefined });
    return count('log');
  }
  if (each.kind === 'move money') return moveMoney(model, caller, each);
  const isAboutOverride = each.kind === 'change override' || each.kind === 'drop override';
  const eligible = model.expenses.filter((one) => !isAboutOverride || one.overrides.length > 0);
  const known = at(eligible, each.expense);
  if (!known) return;
  const params = { expenseId: known.id };
  const accepts = (status: number, isRight: boolean, refusal = 422) => {
    if (known.status === 'deleted') expect([each.kind, status]).toEqual([each.kind, 404]);
    else if (known.status === 'settled') expect([each.kind, status]).toEqual([each.kind, 409]);
    else if (isRight) expect([each.kind, status < 300 || status]).toEqual([each.kind, true]);
    else expect([each.kind, status]).toEqual([each.kind, refusal]);
    const isDone = known.status === 'open' && isRight;
    count(`${each.kind} ${isDone ? 'done' : 'refused'}`);
    return isDone;
  };
  switch (each.kind) {
    case 'edit': {
      const facts = { ...known.facts, ...each.change };
      const named = wireOf(model, facts);
      const before = wireOf(model, known.facts);
      const body = Object.entries(named)
        .filter(([name, value]) => value !== before[name as keyof typeof before])
        .map(([name, value]) => ({ op: 'replace', path: `/${name}`, value }) as never);
      const staying = known.overrides.filter(({ stated }) =>
        stated.people.every((one) => facts.participants.includes(one)),
      );
      const query = { dropOverrides: each.mayDrop };
      const reply = await caller.call(expenseCalls.patch, { params, query, body });
      const stated = staying.map((override) => override.stated);
      const hasConsent = each.mayDrop || staying.length === known.overrides.length;
      if (accepts(reply.status, hasConsent && fits(facts, stated))) {
        Object.assign(known, { facts, overrides: staying });
      }
      return;
    }
    case 'override': {
      const stated = statedOf(each.override);
      const others = known.overrides.filter(
        ({ stated: other }) =>
          !(other.isManual && stated.isManual && other.people[0] === stated.people[0]),
      );
      const isAllowed =
        stated.isManual || (stated.amount > 0 && stated.amount < known.facts.amount);
      const all = [...others.map((other) => other.stated), stated];
      const body = bodyOf(model, each.override);
      const reply = await caller.call(expenseCalls.addOverride, { params, body });
      if (accepts(reply.status, isAllowed && fits(known.facts, all))) {
        const ids = new Set(others.map((other) => other.id));
        const added = reply.value().overrides.find((override) => !ids.has(override.id));
        if (!added) throw new Error('the override just added is missing');
        known.overrides = [...others, { id: added.id, stated }];
      }
      return;
    }
    case 'change override': {
      const override = at(known.overrides, each.which);
      if (!override) return;
      const stated = statedOf(each.override);
      const all = known.overrides.map((other) => (other === override ? stated : other.stated));
      const manual = all.filter((one) => one.isManual).map((one) => one.people[0]);
      const reply = await caller.call(expenseCalls.updateOverride, {
        params: { ...params, overrideId: override.id },
        body: bodyOf(model, each.override),
      });
      const isTwice = new Set(manual).size < manual.length;
      const isKnown = all.every((one) =>
        one.people.every((who) => known.facts.participants.includes(who)),
      );
      const refusal = isTwice && isKnown ? 409 : 422;
      if (accepts(reply.status, fits(known.facts, all), refusal)) override.stated = stated;
      return;
    }
    case 'drop override': {
      const override = at(known.overrides, each.which);
      if (!override) return;
      const others = known.overrides.filter((other) => other !== override);
      const reply = await caller.call(expenseCalls.removeOverride, {
        params: { ...params, overrideId: override.id },
      });
      const stated = others.map((other) => other.stated);
      if (accepts(reply.status, fits(known.facts, stated))) known.overrides = others;
      return;
    }
    case 'settle': {
      const reply = await caller.call(expenseCalls.settle, { params });
      if (!accepts(reply.status, true)) return;
      known.status = 'settled';
      known.final = reply.value();
      if (known.facts.usesWallets) settleInModel(model, known, reply.value());
      return;
    }
    case 'delete': {
      const reply = await caller.call(expenseCalls.remove, { params });
      if (accepts(reply.status, true)) known.status = 'deleted';
      return;
    }
    case 'restore': {
      const { status } = await caller.call(expenseCalls.restore, { params });
      expect(status).toBe(known.status === 'deleted' ? 200 : 409);
      if (known.status !== 'deleted') return;
      count('restore done');
      known.status = 'open';
      return;
    }
    default:
      return each satisfies never;
  }
}

function settleInModel(model: Model, known: Known, expense: Expense): void {
  const move = (member: Id<'member'>, change: number) => {
    if (change !== 0) model.purses.set(member, (model.purses.get(member) ?? 0) + change);
  };
  for (const { participantId, amountOwed } of expense.participantBreakdowns) {
    move(participantId, -amountOwed);
  }
  if (known.facts.payer !== null) move(idOf(model, known.facts.payer), creditOf(known.facts));
}

async function moveMoney(
  model: Model,
  caller: TestPerson,
  { wallet, amount }: { wallet: number; amount: number },
): Promise<void> {
  const owner = at([...model.purses.keys()], wallet);
  if (owner === undefined) return;
  const { items } = (await caller.call(walletCalls.list)).value().wallets;
  const purse = items.find((each) => each.ownerId === owner);
  if (!purse) throw new Error('a purse is missing');
  await caller.call(walletCalls.addTransaction, {
    params: { walletId: purse.id },
    body: { userId: owner, transactionType: 'debit', amount: cents(amount), description: 'Dues' },
  });
  model.purses.set(owner, (model.purses.get(owner) ?? 0) - amount);
  count('move money');
}
