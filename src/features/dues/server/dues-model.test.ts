/**
 * Random acts through the API against a pure model of members' lines: charges by two treasurers at once, waivers,
 * cancellations, other due days, payments, their confirmations and reversals, settled expenses and their corrections,
 * members who leave and come back, days that go by, requests sent again.
 * After each: what is open, late and left over, today and on a day past.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planRandom } from '#app/testing/amounts.ts';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { fieldsWith } from '#features/expenses/testing/random-expense.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { addDays } from '#kit/calendar/month.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { type Day, type Instant, instantToDay, localToInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { dueCalls, type NewCharge } from '../contract.ts';

const { amount: sequences, seed } = planRandom('dues');
const zone = 'America/Los_Angeles';

let hub: TestHub;
let now: Instant = localToInstant('2027-01-02T09:00', zone);
beforeAll(async () => {
  hub = await startTestHub({ clock: () => now });
});
afterAll(() => hub?.close());

const people = 3;
const who = fc.nat(people - 1);
const some = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 9_999_999 }));
const step = fc.oneof(
  fc.record({
    act: fc.constant('charge' as const),
    members: fc.uniqueArray(who, { minLength: 1 }),
    amount: some,
    days: fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 0, max: 730 })),
  }),
  fc.record({ act: fc.constant('waive' as const), of: fc.nat(20), share: fc.nat(4) }),
  fc.record({ act: fc.constant('cancel' as const), of: fc.nat(20), isForAll: fc.boolean() }),
  fc.record({ act: fc.constant('move' as const), of: fc.nat(20), days: fc.nat(100) }),
  fc.record({
    act: fc.constant('pay' as const),
    from: who,
    amount: some,
    daysAgo: fc.oneof(fc.constant(0), fc.nat(40)),
    isSaid: fc.boolean(),
  }),
  fc.record({ act: fc.constant('takeBack' as const), of: fc.nat(20) }),
  fc.record({ act: fc.constant('share' as const), payer: who, of: who, amount: some }),
  fc.record({ act: fc.constant('reverse' as const), of: fc.nat(20) }),
  fc.record({ act: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 45 }) }),
  fc.record({ act: fc.constant('again' as const) }),
  fc.record({ act: fc.constant('leave' as const), of: who }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A line of a member, as it became with time. */
type Line = {
  readonly member: number;
  readonly amount: number;
  readonly at: Instant;
  /** What was taken off, and the due days it got. */
  readonly off: { readonly at: Instant; readonly amount: number }[];
  readonly due: { readonly at: Instant; readonly day: Day }[];
};
type Debit = Line & { readonly charge?: { chargeId: Id<'charge'>; itemId: Id<'charge-item'> } };

class Model {
  readonly debits: Debit[] = [];
  readonly credits: Line[] = [];

  /** What is open of each debit of a member at an instant, what is due first covered first. */
  openOf(member: number, at: Instant): Map<Debit, number> {
    const asOf = (line: Line) =>
      line.at > at
        ? 0
        : line.amount - sum(line.off.filter((off) => off.at <= at).map((off) => off.amount));
    let left = sum(this.credits.filter((line) => line.member === member).map(asOf));
    const open = new Map<Debit, number>();
    const standing = this.debits.filter((line) => line.member === member && asOf(line) > 0);
    for (const debit of standing.toSorted((one, other) => this.compare(one, other, at))) {
      const covered = Math.min(left, asOf(debit));
      left -= covered;
      open.set(debit, asOf(debit) - covered);
    }
    return open;
  }

  credit(member: number, at: Instant): number {
    const asOf = (line: Line) =>
      line.at > at
        ? 0
        : line.amount - sum(line.off.filter((off) => off.at <= at).map((off) => off.amount));
    const total = (lines: readonly Line[]) =>
      sum(lines.filter((line) => line.member === member).map(asOf));
    return total(this.credits) - total(this.debits);
  }

  dueOf(debit: Debit, at: Instant): Day {
    return debit.due.findLast((due) => due.at <= at)?.day ?? expect.fail('no due day');
  }

  private compare(one: Debit, other: Debit, at: Instant): number {
    const key = (debit: Debit) => `${this.dueOf(debit, at)} ${debit.at}`;
    return key(one) < key(other) ? -1 : 1;
  }
}

/** Who leaves, and comes back by leaving again. */
class Left {
  readonly changes: { readonly of: number; readonly at: Instant }[] = [];

  has(member: number, at = now): boolean {
    return this.changes.filter((each) => each.of === member && each.at <= at).length % 2 === 1;
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const today = () => instantToDay(now, zone);
function tick(minutes = 7) {
  now = Temporal.Instant.from(now)
    .add({ minutes })
    .toString({ fractionalSecondDigits: 3 }) as Instant;
}

async function run(steps: readonly Step[]): Promise<void> {
  const chapter = await hub.chapter();
  const tara = await chapter.person('Tara', 'treasurer');
  const tess = await chapter.person('Tess', 'treasurer');
  const admin = await chapter.person('Ada', 'admin');
  const members: TestPerson[] = [];
  for (const name of ['Ann', 'Ben', 'Cat']) members.push(await chapter.person(name));
  const memberOf = (index: number) => members[index] ?? expect.fail('no member');
  const model = new Model();
  const start = now;
  const paid: { id: Id<'payment'>; line: Line }[] = [];
  const shared: { id: Id<'expense'>; lines: Line[] }[] = [];
  let last: { body: NewCharge; key: string; by: TestPerson } | undefined;
  let charges = 0;
  const left = new Left();
  /** Who leaves is signed out for good. */
  const signedOut = new Set<number>();

  for (const [index, each] of steps.entries()) {
    tick();
    const before = listLateAndCovered(model);
    if (each.act === 'wait') {
      tick(each.days * 24 * 60);
    } else if (each.act === 'charge') {
      charges += 1;
      const dueOn = addDays(today(), each.days);
      const items = each.members.map((index) => ({
        memberId: memberOf(index).memberId,
        amount: cents(each.amount),
      }));
      const body = { title: `Dues ${charges}`, dueOn, items };
      const key = `dues-key-${charges}-${seed}`;
      const replies = await Promise.all(
        [tara, tess].map(async (by) => ({
          by,
          reply: await by.call(dueCalls.create, { body, headers: { 'idempotency-key': key } }),
        })),
      );
      const statuses = replies.map(({ reply }) => reply.status).sort();
      const asked = each.members.filter((index) => !left.has(index));
      expect(statuses).toEqual([asked.length > 0 ? 201 : 409, 409]);
      const made = replies.find(({ reply }) => reply.status === 201);
      if (!made) continue;
      last = { body, key, by: made.by };
      const created = made.reply.value();
      expect(created.skipped).toHaveLength(each.members.length - asked.length);
      for (const index of asked) {
        const item =
          created.items.find(({ member }) => member.id === memberOf(index).memberId) ??
          expect.fail('not charged');
        model.debits.push({
          member: index,
          amount: each.amount,
          at: now,
          off: [],
          due: [{ at: now, day: dueOn }],
          charge: { chargeId: created.id, itemId: item.id },
        });
      }
    } else if (each.act === 'again') {
      // Whatever was sent twenty times counts once, and the same without its key is refused.
      if (!last) continue;
      const { body, key, by } = last;
      const headers = { 'idempotency-key': key };
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => by.call(dueCalls.create, { body, headers })),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    } else if (each.act === 'waive' || each.act === 'cancel' || each.act === 'move') {
      const live = model.debits.filter((debit) => debit.charge && !isCanceled(debit));
      const debit = live[each.of % Math.max(1, live.length)];
      if (!debit?.charge) continue;
      const params = debit.charge;
      if (each.act === 'move') {
        const dueOn = addDays(today(), each.days);
        (await tara.call(dueCalls.move, { params, body: { dueOn } })).value();
        debit.due.push({ at: now, day: dueOn });
      } else if (each.act === 'waive') {
        const rest = debit.amount - sum(debit.off.map((off) => off.amount));
        const amount = cents(each.share === 0 ? rest : Math.ceil((rest * each.share) / 5));
        const reply = await tara.call(dueCalls.waive, {
          params,
          body: { amount: cents(Math.max(1, amount)), reason: 'Asked' },
        });
        expect(reply.status).toBe(rest === 0 ? 422 : 200);
        if (rest > 0) debit.off.push({ at: now, amount });
      } else {
        const body = { reason: 'Mistake' };
        if (each.isForAll) {
          const all = { params: { chargeId: params.chargeId }, body };
          (await tara.call(dueCalls.cancel, all)).value();
        } else (await tara.call(dueCalls.cancelItem, { params, body })).value();
        for (const one of live) {
          const isOne = each.isForAll
            ? one.charge?.chargeId === params.chargeId
            : one.charge?.itemId === params.itemId;
          if (isOne) cancel(one);
        }
      }
    } else if (each.act === 'pay') {
      // Who left and owes nothing pays nothing.
      if (left.has(each.from) && model.credit(each.from, now) >= 0) continue;
      const paidOn = addDays(today(), -each.daysAgo);
      const body = {
        fromMemberId: memberOf(each.from).memberId,
        toMemberId: null,
        amount: cents(each.amount),
        paidOn,
        method: 'check' as const,
        isDuplicateAllowed: true,
      };
      const isSaid = each.isSaid && !signedOut.has(each.from);
      const by = isSaid ? memberOf(each.from) : tara;
      const { id } = (await by.call(paymentCalls.record, { body })).value();
      if (isSaid) {
        // What a member says they paid counts when it is confirmed.
        await compare(tara, members, model, left);
        (await tara.call(paymentCalls.confirm, { params: { paymentId: id } })).value();
      }
      const at = each.daysAgo === 0 ? now : localToInstant(`${paidOn}T12:00`, zone);
      const line = { member: each.from, amount: each.amount, at, off: [], due: [] };
      model.credits.push(line);
      paid.push({ id, line });
    } else if (each.act === 'takeBack') {
      const [payment] = paid.splice(each.of % Math.max(1, paid.length), 1);
      if (!payment) continue;
      const params = { paymentId: payment.id };
      (await tara.call(paymentCalls.takeBack, { params, body: { reason: 'Bounced' } })).value();
      payment.line.off.push({ at: now, amount: payment.line.amount });
    } else if (each.act === 'leave') {
      const params = { memberId: memberOf(each.of).memberId };
      const status = left.has(each.of) ? ('active' as const) : ('disabled' as const);
      left.changes.push({ of: each.of, at: now });
      signedOut.add(each.of);
      (await admin.call(membershipCalls.changeStatus, { params, body: { status } })).value();
    } else if (each.act === 'share') {
      if (each.payer === each.of || left.has(each.payer) || left.has(each.of)) continue;
      const id = await logAndSettle(tara, memberOf(each.payer), memberOf(each.of), each.amount);
      const common = { amount: each.amount, at: now, off: [] };
      const due = [{ at: now, day: addDays(today(), 30) }];
      const lines = [
        { ...common, off: [] as Line['off'], member: each.payer, due: [] },
        { ...common, off: [] as Line['off'], member: each.of, due },
      ];
      model.credits.push(lines[0] as Line);
      model.debits.push(lines[1] as Line);
      shared.push({ id, lines });
    } else {
      const [expense] = shared.splice(each.of % Math.max(1, shared.length), 1);
      if (!expense) continue;
      const params = { expenseId: expense.id };
      (await tara.call(expenseCalls.correct, { params, body: { replacement: null } })).value();
      for (const line of expense.lines) line.off.push({ at: now, amount: line.amount });
    }

    await compare(tara, members, model, left);
    const begun = instantToDay(start, zone);
    const past = addDays(begun, (index * 7) % Math.max(1, daysBetween(begun, today())));
    if (past < today()) await compare(tara, members, model, left, past);
    if (each.act !== 'takeBack' && each.act !== 'reverse' && each.act !== 'wait') {
      // What was due and covered is not late now.
      const late = listLate(model);
      expect(before.covered.filter((debit) => late.has(debit))).toEqual([]);
    }
  }
  expect(await hub.differences()).toEqual([]);
}

const isCanceled = (debit: Debit) => canceled.has(debit);
const canceled = new WeakSet<Debit>();
function cancel(debit: Debit) {
  canceled.add(debit);
  debit.off.push({ at: now, amount: debit.amount - sum(debit.off.map((off) => off.amount)) });
}

function listLate(model: Model): ReadonlySet<Debit> {
  const late = new Set<Debit>();
  for (let member = 0; member < people; member += 1) {
    for (const [debit, open] of model.openOf(member, now))
      if (open > 0 && model.dueOf(debit, now) < today()) late.add(debit);
  }
  return late;
}

function listLateAndCovered(model: Model) {
  const late = listLate(model);
  const due = model.debits.filter((debit) => model.dueOf(debit, now) < today());
  return { late, covered: due.filter((debit) => !late.has(debit)) };
}

/** Payer gets back what the other owes: settled through wallets. */
async function logAndSettle(
  tara: TestPerson,
  payer: TestPerson,
  other: TestPerson,
  amount: number,
) {
  const usual = fieldsWith({
    participants: [other.memberId],
    paidBy: payer.memberId,
    amount: cents(amount),
    expenseDate: now,
    payerReimbursementType: 'Full',
    useWalletTransactions: true,
  });
  const body = { ...usual, receiptIds: [] };
  const { id } = (await tara.call(expenseCalls.create, { body })).value();
  (await tara.call(expenseCalls.settle, { params: { expenseId: id } })).value();
  return id;
}

async function compare(
  tara: TestPerson,
  members: readonly TestPerson[],
  model: Model,
  left: Left,
  asOf?: Day,
) {
  const at = asOf ? localToInstant(`${addDays(asOf, 1)}T00:00`, zone) : now;
  const before = Temporal.Instant.from(at).subtract({ milliseconds: asOf ? 1 : 0 });
  const end = before.toString({ fractionalSecondDigits: 3 }) as Instant;
  const day = asOf ?? today();
  const { members: listed } = (
    await tara.call(dueCalls.list, { query: asOf ? { asOf } : {} })
  ).value();
  for (const [index, { memberId }] of members.entries()) {
    const dues = listed.items.find(({ member }) => member.id === memberId);
    const open = [...model.openOf(index, end)].filter(([, amount]) => amount > 0);
    const late = open.filter(([debit]) => model.dueOf(debit, end) < day);
    const balance = model.credit(index, end);
    if (left.has(index, end) && balance === 0) {
      expect(dues).toBeUndefined();
      continue;
    }
    expect(dues?.open).toBe(Math.max(0, -balance));
    const [dueOn = null] = open.map(([debit]) => model.dueOf(debit, end)).sort();
    const first = open.filter(([debit]) => model.dueOf(debit, end) === dueOn);
    expect(dues).toMatchObject({
      open: sum(open.map(([, amount]) => amount)),
      late: sum(late.map(([, amount]) => amount)),
      credit: Math.max(0, balance),
      dueOn,
      dueFirst: sum(first.map(([, amount]) => amount)),
      hasLeft: left.has(index, end),
    });
  }
}

test('what is open and late follows from the lines alone, today and on a day past', {
  timeout: 300_000 + sequences * 4_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), (steps) => {
      now = localToInstant('2027-01-02T09:00', zone);
      return run(steps);
    }),
    { numRuns: sequences, seed, endOnFailure: true },
  );
});
