/**
 * Random acts by random people through the API, compared with exact sums.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planRandom } from '#app/testing/amounts.ts';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { standingsCall } from '#features/expenses/summary-contract.ts';
import { cents } from '#kit/money.ts';
import type { Role } from '#kit/role.ts';
import { type Payment, paymentCalls } from '../contract.ts';

const { amount: sequences, seed } = planRandom('payments');

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

const roles: Role[] = ['member', 'member', 'member', 'treasurer'];
/** Of the people; the last is the chapter. */
const side = fc.nat(roles.length);
const person = fc.nat(roles.length - 1);
const step = fc.oneof(
  fc.record({
    act: fc.constant('record' as const),
    by: person,
    from: side,
    to: side,
    amount: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 999_999_999_999 })),
  }),
  fc.record({
    act: fc.constant('stack' as const),
    by: person,
    /** Also the chapter, which cannot pay itself. */
    items: fc.array(fc.record({ from: side, amount: fc.integer({ min: 1, max: 3 }) }), {
      minLength: 1,
      maxLength: 5,
    }),
    isDuplicateAllowed: fc.boolean(),
  }),
  fc.record({
    act: fc.constantFrom('confirm', 'reject', 'withdraw', 'takeBack'),
    by: person,
    of: fc.nat(30),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type Known = {
  id: Payment['id'];
  from: number;
  to: number;
  amount: number;
  by: number;
  status: string;
};
const chapterSide = roles.length;
const keeps = (who: number) => roles[who] === 'treasurer';

/** How often each act was accepted. */
const accepted: Record<string, number> = {};

/** The rule, written a second time and apart from the code under test. */
function expectedStatus(act: string, by: number, payment: Known): string | number {
  const isSide = payment.from === by || payment.to === by;
  if (act === 'takeBack') {
    if (!keeps(by)) return 403;
    return payment.status === 'confirmed' ? 'taken_back' : 409;
  }
  if (!isSide && !keeps(by)) return 404;
  const isOwnWord = payment.by === by;
  if (act === 'withdraw') {
    if (!isOwnWord) return 403;
    return payment.status === 'waiting' ? 'withdrawn' : 409;
  }
  if (payment.status !== 'waiting') return 409;
  if (isOwnWord) return 403;
  return act === 'confirm' ? 'confirmed' : 'rejected';
}

function expectedStatusOfStack(
  { by, items, isDuplicateAllowed }: Extract<Step, { act: 'stack' }>,
  known: readonly Known[],
): number {
  if (!keeps(by)) return 403;
  if (items.some(({ from }) => from === chapterSide)) return 422;
  if (isDuplicateAllowed) return 201;
  const standing = known.filter(
    ({ to, status }) => to === chapterSide && ['waiting', 'confirmed'].includes(status),
  );
  const listed = [...standing, ...items].map(({ from, amount }) => `${from}/${amount}`);
  const hasAlike = items.some(
    ({ from, amount }) =>
      listed.indexOf(`${from}/${amount}`) !== listed.lastIndexOf(`${from}/${amount}`),
  );
  return hasAlike ? 409 : 201;
}

async function runSequence(steps: readonly Step[]): Promise<void> {
  const chapter = await hub.chapter();
  const people = await Promise.all(
    roles.map((role, index) => chapter.person(`Person ${index}`, role)),
  );
  const personOf = (index: number) => people[index] as TestPerson;
  const idOf = (index: number) => people[index]?.memberId ?? null;
  const known: Known[] = [];
  for (const each of steps) {
    if (each.act === 'record') {
      const { by, from, to, amount } = each;
      const body = {
        fromMemberId: idOf(from),
        toMemberId: idOf(to),
        amount: cents(amount),
        paidOn: '2026-03-01',
        method: 'bank',
        isDuplicateAllowed: true,
      } as const;
      const reply = await personOf(by).call(paymentCalls.record, { body });
      if (!keeps(by) && by !== from && by !== to) {
        expect(reply.status).toBe(403);
      } else if (from === to) {
        expect(reply.status).toBe(422);
      } else {
        const { id, status } = reply.value();
        expect(status).toBe(keeps(by) ? 'confirmed' : 'waiting');
        known.push({ id, from, to, amount, by, status });
      }
      continue;
    }
    if (each.act === 'stack') {
      const { by, items, isDuplicateAllowed } = each;
      const sent = items.map(({ from, amount }) => ({
        fromMemberId: idOf(from),
        amount: amount / 100,
        isDuplicateAllowed,
      }));
      const raw = JSON.stringify({ paidOn: '2026-03-01', method: 'check', items: sent });
      const reply = await personOf(by).call(paymentCalls.recordBatch, { raw });
      const expected = expectedStatusOfStack(each, known);
      expect(reply.status).toBe(expected);
      if (expected !== 201) continue;
      accepted['stack'] = (accepted['stack'] ?? 0) + 1;
      for (const [index, { id, status }] of reply.value().payments.entries()) {
        const { from, amount } = items[index] ?? expect.fail();
        known.push({ id, from, to: chapterSide, amount, by, status });
      }
      continue;
    }
    const payment = known[each.of % Math.max(known.length, 1)];
    if (!payment) continue;
    const params = { paymentId: payment.id };
    const body = { reason: 'Because' };
    const caller = personOf(each.by);
    const reply =
      each.act === 'reject' || each.act === 'takeBack'
        ? await caller.call(paymentCalls[each.act], { params, body })
        : await caller.call(paymentCalls[each.act as 'confirm' | 'withdraw'], { params });
    const expected = expectedStatus(each.act, each.by, payment);
    if (typeof expected === 'number') {
      expect([each.act, payment.status, reply.status]).toEqual([
        each.act,
        payment.status,
        expected,
      ]);
    } else {
      expect(reply.value().status).toBe(expected);
      payment.status = expected;
      accepted[each.act] = (accepted[each.act] ?? 0) + 1;
    }
  }
  const sums = Array.from({ length: roles.length + 1 }, () => 0n);
  for (const { from, to, amount, status } of known) {
    if (status !== 'confirmed') continue;
    sums[from] = (sums[from] ?? 0n) + BigInt(amount);
    sums[to] = (sums[to] ?? 0n) - BigInt(amount);
  }
  const shown = (await personOf(0).call(standingsCall)).value();
  const standingOf = (index: number) =>
    shown.items.find(({ memberId }) => memberId === idOf(index))?.standing ?? 0;
  expect(people.map((_, index) => BigInt(standingOf(index)))).toEqual(sums.slice(0, chapterSide));
  expect(BigInt(shown.chapter)).toBe(sums[chapterSide]);
  expect(await hub.differences(chapter.id)).toEqual([]);
}

test('after any sequence of acts, standings are the exact sums of the confirmed payments', {
  timeout: 300_000 + sequences * 2_000,
}, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), runSequence), {
    numRuns: sequences,
    seed,
    endOnFailure: true,
  });
  expect(await hub.differences()).toEqual([]);
  for (const act of ['stack', 'confirm', 'reject', 'withdraw', 'takeBack']) {
    expect([act, (accepted[act] ?? 0) > sequences / 40]).toEqual([act, true]);
  }
});
