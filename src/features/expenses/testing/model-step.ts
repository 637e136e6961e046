/** Sends each step of a random sequence through the API and compares its reply with the model. */
import { expect } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { cents } from '#kit/money.ts';
import { expenseCalls } from '../contract.ts';
import type { OverrideFields } from '../expense.ts';
import {
  count,
  fits,
  getMemberId,
  listReturns,
  type Model,
  type ModelExpense,
  pick,
  reverseInModel,
  settleInModel,
  toWireFields,
} from './model.ts';
import type { ModelFields, OverrideStep, Step } from './random-step.ts';

function toExpenseBody(model: Model, fields: ModelFields) {
  return {
    ...toWireFields(model, fields),
    title: 'Dinner',
    description: '',
    expenseDate: '2026-03-01T18:00:00.000Z' as const,
    eventId: null,
    category: '',
    receiptIds: [],
  };
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
    const body = toExpenseBody(model, each.fields);
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
    case 'correct':
      return correct(model, caller, expected, each.replacement);
    case 'money back':
      return returnMoney(model, caller, expected, each);
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
      if (expected.fields.payer !== null) {
        // What a plain member says was paid outside waits, so that the shares are charged until then.
        expected.fields = { ...expected.fields, usesWallets: true };
      }
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

async function correct(
  model: Model,
  caller: TestPerson,
  original: ModelExpense,
  fields: ModelFields | null,
): Promise<void> {
  const reply = await caller.call(expenseCalls.correct, {
    params: { expenseId: original.id },
    body: { replacement: fields && toExpenseBody(model, fields) },
  });
  const { status, reverses, isCorrected, returns } = original;
  const isPossible =
    status === 'settled' &&
    !reverses &&
    !isCorrected &&
    listReturns(model, original).length === 0 &&
    !(returns && fields);
  expect(['correct', reply.status]).toEqual([
    'correct',
    status === 'deleted' ? 404 : isPossible ? 201 : 409,
  ]);
  count(`correct ${isPossible ? 'done' : 'refused'}`);
  if (!isPossible) return;
  const { reversal, replacement, original: corrected } = reply.value();
  if (original.fields.usesWallets) reverseInModel(model, original);
  model.expenses.push({
    id: reversal.id,
    fields: { ...original.fields, amount: -original.fields.amount },
    overrides: [],
    status: 'settled',
    final: reversal,
    reverses: original,
  });
  Object.assign(original, { final: corrected, isCorrected: true });
  if (returns) keepReturns(model, returns);
  expect(replacement === null).toBe(fields === null);
  if (!replacement || !fields) return;
  const { id } = replacement;
  // What was an even split, and is none, is charged for the first time; an even split charges nobody.
  const wasEven = original.fields.payer === null;
  const usesWallets = fields.payer !== null && (original.fields.usesWallets || wasEven);
  const added = {
    id,
    fields: { ...fields, usesWallets },
    overrides: [],
    status: 'settled',
    final: replacement,
  } as const;
  model.expenses.push({ ...added, overrides: [] });
  if (usesWallets) settleInModel(model, { ...added, overrides: [] }, replacement);
}

async function returnMoney(
  model: Model,
  caller: TestPerson,
  original: ModelExpense,
  { hundredths, receiver }: { hundredths: number; receiver: number },
): Promise<void> {
  const { fields, status, reverses, returns, isCorrected } = original;
  const amount = Math.floor((Math.abs(fields.amount) * hundredths) / 100);
  const back = listReturns(model, original).reduce((sum, each) => sum - each.fields.amount, 0);
  const left = fields.amount - back;
  const isOfChapter = receiver === model.people.length;
  const reply = await caller.call(expenseCalls.moneyBack, {
    params: { expenseId: original.id },
    body: {
      amount: cents(amount),
      receivedBy: isOfChapter ? null : getMemberId(model, receiver),
      expenseDate: '2026-03-09T18:00:00.000Z' as const,
    },
  });
  const isAbout = status === 'settled' && !reverses && !returns && !isCorrected && left > 0;
  const isPossible = isAbout && amount > 0 && amount <= left;
  expect(['money back', reply.status]).toEqual([
    'money back',
    status === 'deleted' ? 404 : isPossible ? 201 : isAbout ? 422 : 409,
  ]);
  count(`money back ${isPossible ? 'done' : 'refused'}`);
  if (!isPossible) return;
  const final = reply.value();
  const added: ModelExpense = {
    id: final.id,
    fields: {
      ...fields,
      amount: -amount,
      payer: model.people.findIndex(({ memberId }) => memberId === final.paidBy),
      others: [],
      type: isOfChapter ? 'None' : 'Full',
      usesWallets: true,
    },
    overrides: [],
    status: 'settled',
    final,
    returns: original,
  };
  if (!isOfChapter) expect(added.fields.payer).toBe(receiver);
  model.expenses.push(added);
  settleInModel(model, added, final);
  keepReturns(model, original);
}

/** A settled expense says what came back for it, and nothing else of it changes. */
function keepReturns(model: Model, original: ModelExpense): void {
  if (!original.final) throw new Error('money came back for an expense that was not settled');
  const { moneyBack: _, ...final } = original.final;
  const moneyBack = listReturns(model, original).map(({ id, fields }) => ({
    expenseId: id,
    amount: cents(-fields.amount),
    expenseDate: '2026-03-09T18:00:00.000Z' as const,
  }));
  original.final = {
    ...final,
    ...(moneyBack.length > 0 && { moneyBack }),
  } as typeof original.final;
}
