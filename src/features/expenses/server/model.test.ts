/**
 * Random sequences of every write of expenses, overrides and wallets, through the API, against a
 * model of a few lines that shares no code with what it tests. After each step everything that can
 * be read is what the model says; a refused call has changed nothing; what is settled never changes
 * again. RANDOM_SEED replays a failure, RANDOM_SEQUENCES says how many to run.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { walletCalls } from '#features/wallets/contract.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { startTestHub, type TestHub, type TestPerson } from '#server/testing/hub.ts';
import { expenseCalls } from '../contract.ts';
import type { Expense, OverrideFields, ReimbursementType } from '../expense.ts';
import { makeScene } from '../testing/scene.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

type Facts = {
  amount: number;
  participants: number[];
  payer: number | null;
  type: ReimbursementType;
  part: number;
  isExcluded: boolean;
  usesWallets: boolean;
};

/** Numbers pick among what is there at that time. */
type Step =
  | { kind: 'log'; facts: Facts }
  | { kind: 'edit'; expense: number; change: Partial<Facts>; mayDrop: boolean }
  | { kind: 'override'; expense: number; override: OverrideStep }
  | { kind: 'change override'; expense: number; which: number; override: OverrideStep }
  | { kind: 'drop override'; expense: number; which: number }
  | { kind: 'settle' | 'delete' | 'restore'; expense: number }
  | { kind: 'move money'; wallet: number; amount: number };
type OverrideStep = { isManual: boolean; amount: number; people: number[] };

const person = fc.nat(3);
const people = fc.uniqueArray(person, { minLength: 1, maxLength: 4 });
const amount = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100_000 }));
const facts = fc.record<Facts>({
  amount,
  participants: people,
  payer: fc.option(person),
  type: fc.constantFrom('Full', 'Full', 'None', 'Partial'),
  part: fc.nat(),
  isExcluded: fc.boolean(),
  usesWallets: fc.boolean(),
});
const override = fc.record<OverrideStep>({
  isManual: fc.boolean(),
  amount: fc.oneof(fc.nat(5), fc.nat(50_000)),
  people,
});
const which = fc.nat(7);
const kind = <K extends string>(name: K) => fc.constant(name);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: kind('log'), facts }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('edit'),
      expense: which,
      change: fc.oneof(
        facts.map(({ amount }) => ({ amount })),
        facts.map(({ participants }) => ({ participants })),
        facts.map(({ payer, type, part }) => ({ payer, type, part })),
        facts.map(({ isExcluded, usesWallets }) => ({ isExcluded, usesWallets })),
      ),
      mayDrop: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('override'), expense: which, override }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: kind('change override'), expense: which, which, override }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('drop override'), expense: which, which }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('settle'), expense: which }) },
  fc.record({ kind: kind('delete'), expense: which }),
  fc.record({ kind: kind('restore'), expense: which }),
  fc.record({
    kind: kind('move money'),
    wallet: which,
    amount: fc.integer({ min: 1, max: 9_999 }),
  }),
);

type Known = {
  id: Id;
  facts: Facts;
  overrides: { id: Id; stated: OverrideStep }[];
  status: 'open' | 'settled' | 'deleted';
  /** As it was when it settled. */
  final: Expense | undefined;
};
type Model = { people: TestPerson[]; expenses: Known[]; purses: Map<Id, number> };

const done = new Map<string, number>();
const count = (what: string) => void done.set(what, (done.get(what) ?? 0) + 1);

function at<T>(items: readonly T[], number: number): T | undefined {
  return items[number % items.length];
}

function idOf(model: Model, number: number): Id {
  return at(model.people, number)?.memberId ?? '';
}

function creditOf({ payer, type, amount, part }: Facts): number {
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
async function run(model: Model, each: Step): Promise<void> {
  const caller = at(model.people, 1) as TestPerson;
  if (each.kind === 'log') {
    const body = {
      ...wireOf(model, each.facts),
      title: 'Dinner',
      description: '',
      expenseDate: '2026-03-01T18:00:00.000Z',
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
    else if (isRight) expect([each.kind, status < 300]).toEqual([each.kind, true]);
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
        known.overrides = [...others, { id: added?.id ?? 'missing', stated }];
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
  const move = (member: Id, change: number) => {
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
  await caller.call(walletCalls.addTransaction, {
    params: { walletId: purse?.id ?? '' },
    body: { userId: owner, transactionType: 'debit', amount: cents(amount), description: 'Dues' },
  });
  model.purses.set(owner, (model.purses.get(owner) ?? 0) - amount);
  count('move money');
}

async function expectAsModelled(model: Model): Promise<void> {
  const caller = at(model.people, 0) as TestPerson;
  const [live, trash, balances, total, wallets] = await Promise.all([
    caller.call(expenseCalls.list, { query: { take: 200 } }),
    caller.call(expenseCalls.list, { query: { take: 200, status: 'deleted' } }),
    caller.call(expenseCalls.balances),
    caller.call(expenseCalls.total),
    caller.call(walletCalls.list, { query: { take: 200 } }),
  ]);
  const read = new Map(
    [...live.value().expenses.items, ...trash.value().expenses.items].map((each) => [
      each.id,
      each,
    ]),
  );
  expect(read.size).toBe(model.expenses.length);
  const owed = new Map<Id, number>();
  let sum = 0;
  for (const { id, facts, overrides, status, final } of model.expenses) {
    const expense = read.get(id);
    expect([expense?.status, expense?.amount]).toEqual([status, facts.amount]);
    const shares = new Map(
      expense?.participantBreakdowns.map((share) => [share.participantId, share.amountOwed]),
    );
    expect([...shares.keys()].sort()).toEqual(facts.participants.map((n) => idOf(model, n)).sort());
    expect([...shares.values()].reduce((all, share) => all + share, 0)).toBe(facts.amount);
    expect(expense?.overrides.map((each) => each.id)).toEqual(
      overrides.map((each) => each.id).sort(),
    );
    const fixed = overrides.filter(({ stated }) => stated.isManual);
    for (const { stated } of fixed) {
      expect(shares.get(idOf(model, stated.people[0] ?? 0))).toBe(stated.amount);
    }
    if (fixed.length === overrides.length) {
      const names = fixed.map(({ stated }) => idOf(model, stated.people[0] ?? 0));
      const even = [...shares].filter(([who]) => !names.includes(who)).map(([, share]) => share);
      if (even.length > 0) expect(Math.max(...even) - Math.min(...even)).toBeLessThanOrEqual(1);
    }
    if (final !== undefined) expect(expense).toEqual(final);
    if (status !== 'deleted' && !facts.isExcluded) sum += facts.amount;
    if (status !== 'open') continue;
    for (const [who, share] of shares) owed.set(who, (owed.get(who) ?? 0) - share);
    if (facts.payer !== null) {
      const payer = idOf(model, facts.payer);
      owed.set(payer, (owed.get(payer) ?? 0) + creditOf(facts));
    }
  }
  expect(total.value().totalAmount).toBe(sum);
  const { items, company } = balances.value();
  for (const { participantId, balance } of items) {
    expect(balance).toBe(owed.get(participantId) ?? 0);
  }
  expect(company + items.reduce((all, item) => all + item.balance, 0)).toBe(0);
  const purses = wallets.value().wallets.items.map((each) => [each.ownerId, each.currentBalance]);
  expect(new Map(purses as [Id, number][])).toEqual(model.purses);
}

test('whatever is written about expenses, everything adds up after each step', async () => {
  const seed = Number(process.env['RANDOM_SEED'] ?? Number.NaN);
  const sequences = Number(process.env['RANDOM_SEQUENCES'] ?? 500);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const { ann, ben, cid, dora } = await makeScene(hub);
      const model: Model = { people: [ann, ben, cid, dora], expenses: [], purses: new Map() };
      const first: Facts = {
        amount: 100_00,
        participants: [0, 1, 2],
        payer: 0,
        type: 'Full',
        part: 0,
        isExcluded: false,
        usesWallets: true,
      };
      await run(model, { kind: 'log', facts: first });
      for (const each of steps) {
        await run(model, each);
        await expectAsModelled(model);
      }
    }),
    { numRuns: sequences, endOnFailure: true, ...(Number.isNaN(seed) ? {} : { seed }) },
  );
  expect(await hub.differences()).toEqual([]);
  const kinds = ['edit', 'override', 'change override', 'drop override', 'settle', 'delete'];
  for (const each of [...kinds.map((name) => `${name} done`), 'restore done', 'move money']) {
    expect([each, (done.get(each) ?? 0) > sequences / 25]).toEqual([each, true]);
  }
}, 900_000);
