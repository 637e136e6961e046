/**
 * Ten thousand random acts (expenses logged, repeated, deleted and settled; wallets moved; payments
 * recorded, decided and taken back; nights that make recurring expenses) through the API, five chapters at once, compared with exact rational
 * arithmetic: every share is within a cent of its fraction, every standing is the exact sum of what was
 * accepted. ORACLE_ACTS and RANDOM_SEED change how many and which; outside of CI it is a fifth.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import type { Expense, NewExpense, OverrideFields } from '#features/expenses/expense.ts';
import { type Rate, rateFromText } from '#features/expenses/original.ts';
import { recurringCalls } from '#features/expenses/recurring/recurring-contract.ts';
import { makeDueInChapter } from '#features/expenses/server/recurring/make-due.ts';
import { standingsCall } from '#features/expenses/summary-contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { addDays } from '#kit/calendar/month.ts';
import { type Day, startOfDay, toDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { newId } from '#server/database/ids.ts';
import { paymentCalls } from '../contract.ts';

/** The oldest PostgreSQL gets a tenth: there it is its SQL that is tried, not the logic. */
const usual = process.env['HUB_TEST_POSTGRES'] ? 1_000 : process.env['CI'] ? 10_000 : 2_000;
const acts = Number(process.env['ORACLE_ACTS'] ?? usual);
const seed = Number(process.env['RANDOM_SEED'] ?? 20_261_124);
const chapters = 5;
const people = 7;
const comparisons = 20;

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub({ poolSize: 2 * chapters });
});
afterAll(() => hub?.close());

const person = fc.nat(people - 1);
const which = fc.nat(1_000);
const amount = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5_000_000 }));
/** Hundred-millionths of a dollar for one unit of another currency. */
const rate = fc.option(fc.integer({ min: 1, max: 300_000_000 }));
/** Who paid beside the payer. */
const others = fc.uniqueArray(fc.record({ who: person, paid: amount }), {
  maxLength: 3,
  selector: ({ who }) => who,
});
const kind = <K extends string>(name: K) => fc.constant(name);
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('log'),
      amount,
      participants: fc.uniqueArray(person, { minLength: 1, maxLength: people }),
      payer: fc.option(person),
      others,
      reimbursement: fc.constantFrom('Full', 'Partial', 'None'),
      part: fc.nat(),
      usesWallets: fc.boolean(),
      stated: fc.option(
        fc.record({
          percent: fc.nat(100),
          weights: fc.array(fc.nat(5), { minLength: people, maxLength: people }),
        }),
      ),
      rate,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('repeat'),
      rate,
      amount,
      participants: fc.uniqueArray(person, { minLength: 1, maxLength: people }),
      payer: fc.option(person),
      others,
      reimbursement: fc.constantFrom('Full', 'Partial', 'None'),
      part: fc.nat(),
      usesWallets: fc.boolean(),
      weeks: fc.integer({ min: 1, max: 4 }),
      times: fc.integer({ min: 1, max: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('night'), days: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('settle'), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('correct'),
      which,
      isReplaced: fc.boolean(),
      amount,
      participants: fc.uniqueArray(person, { minLength: 1, maxLength: people }),
      payer: fc.option(person),
      others,
      reimbursement: fc.constantFrom('Full', 'Partial', 'None'),
      part: fc.nat(),
      usesWallets: fc.boolean(),
      rate,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('delete'), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('move'),
      owner: person,
      isDollar: fc.boolean(),
      type: fc.constantFrom('credit', 'debit'),
      amount,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('pay'),
      by: fc.constantFrom(
        'from' as const,
        'to' as const,
        'treasurer' as const,
        'stranger' as const,
      ),
      from: fc.nat(people),
      to: fc.nat(people),
      amount,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('confirm' as const, 'reject' as const, 'takeBack' as const),
      which,
      by: fc.constantFrom('from' as const, 'to' as const, 'treasurer' as const),
    }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

/** What the acts that were accepted add up to, in BigInt cents. */
class Ledger {
  readonly open: bigint[] = Array.from({ length: people }, () => 0n);
  readonly wallets: bigint[] = Array.from({ length: people }, () => 0n);
  readonly euros: bigint[] = Array.from({ length: people }, () => 0n);

  addOpen({ shares, credits }: Logged, sign: 1n | -1n): void {
    for (const [who, share] of shares) this.open[who] = (this.open[who] ?? 0n) - sign * share;
    for (const [who, credit] of credits) this.open[who] = (this.open[who] ?? 0n) + sign * credit;
  }

  settle(expense: Logged): void {
    this.addOpen(expense, -1n);
    if (!expense.usesWallets) return;
    for (const [who, share] of expense.shares) this.move(who, -share);
    for (const [who, credit] of expense.credits) this.move(who, credit);
  }

  /** A settled expense is settled once more, the other way round. */
  reverse({ shares, credits, usesWallets }: Logged): void {
    if (!usesWallets) return;
    for (const [who, share] of shares) this.move(who, share);
    for (const [who, credit] of credits) this.move(who, -credit);
  }

  /** The chapter, one past the last person, has no wallet. */
  move(who: number, amount: bigint): void {
    if (who < people) this.wallets[who] = (this.wallets[who] ?? 0n) + amount;
  }
}

type Logged = {
  id: Id<'expense'>;
  shares: [number, bigint][];
  credits: [number, bigint][];
  usesWallets: boolean;
};
type Paid = { id: Id<'payment'>; from: number; to: number; amount: bigint; status: string };

/** How often each act was accepted. */
const accepted = new Map<string, number>();
const count = (what: string) => void accepted.set(what, (accepted.get(what) ?? 0) + 1);

async function runChapter(steps: readonly Act[]): Promise<void> {
  const chapter = await hub.chapter();
  const everyone: TestPerson[] = [];
  for (let index = 0; index < people; index += 1) {
    everyone.push(await chapter.person(`Person ${index}`, index === 0 ? 'treasurer' : 'member'));
  }
  const treasurer = everyone[0] as TestPerson;
  const ledger = new Ledger();
  const purses = await openWallets(everyone);
  const open: Logged[] = [];
  const settled: Logged[] = [];
  const paid: Paid[] = [];
  const nights = new Nights(everyone);
  const every = Math.max(1, Math.floor(steps.length / comparisons));
  for (const [index, step] of steps.entries()) {
    switch (step.kind) {
      case 'log': {
        const expense = await logExpense(everyone, step);
        ledger.addOpen(expense, 1n);
        open.push(expense);
        break;
      }
      case 'repeat': {
        const expense = await nights.repeat(step);
        ledger.addOpen(expense, 1n);
        open.push(expense);
        break;
      }
      case 'night': {
        for (const expense of await nights.pass(step.days)) {
          ledger.addOpen(expense, 1n);
          open.push(expense);
        }
        break;
      }
      case 'settle':
      case 'delete': {
        const [expense] = open.splice(step.which % Math.max(1, open.length), 1);
        if (!expense) continue;
        const params = { expenseId: expense.id };
        if (step.kind === 'settle') {
          (await treasurer.call(expenseCalls.settle, { params })).value();
          ledger.settle(expense);
          settled.push(expense);
        } else {
          (await treasurer.call(expenseCalls.remove, { params })).value();
          ledger.addOpen(expense, -1n);
        }
        break;
      }
      case 'correct': {
        const [wrong] = settled.splice(step.which % Math.max(1, settled.length), 1);
        if (!wrong) continue;
        const params = { expenseId: wrong.id };
        const replacement = step.isReplaced ? toBody(everyone, step, '2026-03-01') : null;
        const body = { replacement };
        const reply = (await treasurer.call(expenseCalls.correct, { params, body })).value();
        ledger.reverse(wrong);
        if (reply.replacement) {
          const right = toLogged(everyone, step, reply.replacement);
          ledger.addOpen(right, 1n);
          ledger.settle(right);
          settled.push(right);
        }
        break;
      }
      case 'move': {
        const owner = everyone[step.owner] as TestPerson;
        const walletId = purses[step.isDollar ? 'USD' : 'EUR'][step.owner] as Id<'wallet'>;
        const { type, amount } = step;
        const body = {
          userId: owner.memberId,
          transactionType: type,
          amount: cents(amount),
          description: 'Dues',
        };
        (await treasurer.call(walletCalls.addTransaction, { params: { walletId }, body })).value();
        const change = BigInt(type === 'credit' ? amount : -amount);
        if (step.isDollar) ledger.move(step.owner, change);
        else ledger.euros[step.owner] = (ledger.euros[step.owner] ?? 0n) + change;
        break;
      }
      case 'pay': {
        const { from, to, amount } = step;
        const by = findActor(step, step.by);
        const body = {
          fromMemberId: everyone[from]?.memberId ?? null,
          toMemberId: everyone[to]?.memberId ?? null,
          amount: cents(amount),
          paidOn: '2026-03-01',
          method: 'cash',
          isDuplicateAllowed: true,
        } as const;
        const reply = await (everyone[by] as TestPerson).call(paymentCalls.record, { body });
        const isAllowed = from !== to && (by === 0 || by === from || by === to);
        expect([step, reply.status < 300]).toEqual([step, isAllowed]);
        if (!isAllowed) continue;
        const { id, status } = reply.value();
        const payment = { id, from, to, amount: BigInt(amount), status };
        if (status === 'confirmed') pay(ledger, payment, 1n);
        paid.push(payment);
        break;
      }
      default: {
        const wanted = step.kind === 'takeBack' ? 'confirmed' : 'waiting';
        const eligible = paid.filter(({ status }) => status === wanted);
        const payment = eligible[step.which % Math.max(1, eligible.length)];
        if (!payment) continue;
        const params = { paymentId: payment.id };
        const caller = everyone[findActor(payment, step.by)] as TestPerson;
        const body = { reason: 'A mistake' };
        const reply =
          step.kind === 'confirm'
            ? await caller.call(paymentCalls.confirm, { params })
            : await caller.call(paymentCalls[step.kind], { params, body });
        if (reply.status >= 300) {
          // Who may decide is the model test's; here a refusal just must not move anything.
          expect([403, 404]).toContain(reply.status);
          continue;
        }
        payment.status = reply.value().status;
        if (payment.status === 'confirmed') pay(ledger, payment, 1n);
        if (payment.status === 'taken_back') pay(ledger, payment, -1n);
      }
    }
    count(step.kind);
    if ((index + 1) % every === 0) await expectStandings(everyone, ledger);
  }
  await expectStandings(everyone, ledger);
}

/** The treasurer speaks for the chapter; a stranger is on neither side. */
function findActor(
  { from, to }: { from: number; to: number },
  who: 'from' | 'to' | 'treasurer' | 'stranger',
): number {
  const sides = { from, to, treasurer: 0, stranger: 1 + ((from + to) % (people - 1)) };
  return sides[who] === people ? 0 : sides[who];
}

function pay(ledger: Ledger, { from, to, amount }: Paid, sign: 1n | -1n): void {
  ledger.move(from, sign * amount);
  ledger.move(to, -sign * amount);
}

async function openWallets(everyone: readonly TestPerson[]) {
  const purses: Record<'USD' | 'EUR', Id<'wallet'>[]> = { USD: [], EUR: [] };
  for (const currencyCode of ['USD', 'EUR'] as const) {
    for (const owner of everyone) {
      const body = { name: currencyCode, ownerId: owner.memberId, currencyCode };
      const reply = await (everyone[0] as TestPerson).call(walletCalls.create, { body });
      purses[currencyCode].push(reply.value().id);
    }
  }
  return purses;
}

/** Passes the time of a chapter, and knows which expenses each night has to make. */
class Nights {
  readonly #everyone: readonly TestPerson[];
  readonly #repeated: { id: Id<'recurring'>; step: Sharing; weeks: number; due: Day[] }[] = [];
  #today: Day = toDay(Temporal.Now.plainDateISO('UTC'));

  constructor(everyone: readonly TestPerson[]) {
    this.#everyone = everyone;
  }

  async repeat(step: Extract<Act, { kind: 'repeat' }>): Promise<Logged> {
    const { weeks, times } = step;
    const body = {
      rule: { frequency: 'weekly', interval: weeks, endBy: null, count: times } as const,
      expense: toBody(this.#everyone, step, this.#today),
    };
    const reply = await (this.#everyone[0] as TestPerson).call(recurringCalls.create, { body });
    const { recurring, expense } = reply.value();
    const due = Array.from({ length: times }, (_, index) =>
      addDays(this.#today, 7 * weeks * index),
    ).slice(1);
    this.#repeated.push({ id: recurring.id, step, weeks, due });
    return toLogged(this.#everyone, step, expense);
  }

  /** Runs the job twice at once on the night after some days. */
  async pass(days: number): Promise<Logged[]> {
    this.#today = addDays(this.#today, days);
    const chapter = {
      id: (this.#everyone[0] as TestPerson).chapterId,
      timeZone: 'America/Los_Angeles',
      policy: 'open',
    } as const;
    const job = { db: hub.db, now: startOfDay(this.#today, chapter.timeZone), newId };
    await Promise.all([makeDueInChapter(job, chapter), makeDueInChapter(job, chapter)]);
    await makeDueInChapter(job, chapter);
    const logged: Logged[] = [];
    for (const { id, step, due } of this.#repeated) {
      const expected = due.splice(0, due.filter((day) => day <= this.#today).length);
      for (const day of expected) {
        const made = await hub.db
          .selectFrom('expense')
          .select('id')
          .where('recurring_id', '=', id)
          .where('recurring_day', '=', day)
          .execute();
        expect([day, made.length]).toEqual([day, 1]);
        const params = { expenseId: made[0]?.id as Id<'expense'> };
        const reply = await (this.#everyone[0] as TestPerson).call(expenseCalls.detail, { params });
        logged.push(toLogged(this.#everyone, step, reply.value()));
      }
      const { count } = await hub.db
        .selectFrom('expense')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('recurring_id', '=', id)
        .where('recurring_day', '>', this.#today)
        .executeTakeFirstOrThrow();
      expect(count).toBe(0);
    }
    return logged;
  }
}

type Sharing = Pick<
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

function toBody(everyone: readonly TestPerson[], step: Sharing, day: Day): NewExpense {
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

async function logExpense(
  everyone: readonly TestPerson[],
  step: Extract<Act, { kind: 'log' }>,
): Promise<Logged> {
  const body = toBody(everyone, step, '2026-03-01');
  const reply = await (everyone[0] as TestPerson).call(expenseCalls.create, { body });
  return toLogged(everyone, step, reply.value());
}

function toLogged(everyone: readonly TestPerson[], step: Sharing, expense: Expense): Logged {
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

async function expectStandings(everyone: readonly TestPerson[], ledger: Ledger): Promise<void> {
  const reader = everyone.at(-1) as TestPerson;
  const { items, chapter } = (await reader.call(standingsCall)).value();
  const byId = new Map(items.map((item) => [item.memberId, item]));
  for (const [index, { memberId }] of everyone.entries()) {
    const { open, wallet, standing, otherCurrencies } = byId.get(memberId) ?? {};
    const [shares = 0n, purse = 0n, euros = 0n] = [
      ledger.open[index],
      ledger.wallets[index],
      ledger.euros[index],
    ];
    expect([open, wallet, standing].map((value) => BigInt(value ?? -1))).toEqual([
      shares,
      purse,
      shares + purse,
    ]);
    expect(otherCurrencies?.map(({ balance }) => BigInt(balance))).toEqual(
      euros === 0n ? [] : [euros],
    );
  }
  const sum = [...ledger.open, ...ledger.wallets].reduce((all, each) => all + each, 0n);
  expect(BigInt(chapter)).toBe(-sum);
}

test('after thousands of acts, every standing is exact and the books foot', {
  timeout: 120_000 + acts * 100,
}, async () => {
  process.stdout.write(`  Oracle: RANDOM_SEED=${seed} ORACLE_ACTS=${acts}\n`);
  const each = Math.ceil(acts / chapters);
  await Promise.all(
    Array.from({ length: chapters }, (_, index) =>
      runChapter(fc.sample(act, { numRuns: each, seed: seed + index })),
    ),
  );
  expect(await hub.differences()).toEqual([]);
  for (const what of [
    'log',
    'repeat',
    'night',
    'settle',
    'correct',
    'delete',
    'move',
    'pay',
    'confirm',
    'reject',
    'takeBack',
  ]) {
    expect([what, (accepted.get(what) ?? 0) > acts / 100]).toEqual([what, true]);
  }
});
