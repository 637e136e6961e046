/**
 * What screens offer is what the server allows: for every write, the function that screens ask is
 * compared with the server's reply, for each role under every setting of the chapter.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkCalendarChanger, checkChanger } from '#features/events/rights/may-change-event.ts';
import { checkSettler, checkWriter } from '#features/expenses/may-write.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { listActs, maySee, type PaymentAct, sayAs, toFacts } from '#features/payments/payment.ts';
import { maySeeWalletsOf } from '#features/wallets/read-permission.ts';
import { checkWriter as checkWalletWriter } from '#features/wallets/write-permission.ts';
import type { MemberCaller } from '#kit/caller.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import { cents } from '#kit/money.ts';
import {
  chapterPolicies,
  type EventPolicy,
  maySeeAllWallets,
  type Role,
  roleSuffices,
} from '#kit/role.ts';
import { tier } from './amounts.ts';
import { startTestHub, type TestHub, type TestPerson } from './hub.ts';
import {
  createFixtures,
  type Fixtures,
  setEventPolicy,
  setMembersSeeWallets,
  setPolicy,
} from './matrix/fixtures.ts';
import { buildValidRequest, credentialsOf, nameOf, sampleOf, send } from './matrix/requests.ts';

let hub: TestHub;
let here: Fixtures;
beforeAll(async () => {
  hub = await startTestHub();
  here = await createFixtures(hub, 'Heron');
});
afterAll(() => hub?.close());

type Person = Pick<MemberCaller, 'memberId' | 'role' | 'policy' | 'eventPolicy' | 'seesAllWallets'>;

/** Whether screens offer the call of the sample, which is about the owner's expense or wallet. */
function isOffered(endpoint: Endpoint, person: Person): boolean {
  const { owner, other } = here;
  const name = nameOf(endpoint);
  const expense = { createdBy: owner.memberId, paidBy: owner.memberId, payers: [] };
  if (!roleSuffices(person.role, endpoint.policy)) return false;
  if (name === 'POST /expenses' || name === 'POST /recurring-expenses') {
    return checkWriter(person, { ...expense, createdBy: person.memberId }) === undefined;
  }
  if (/^POST \/expenses\/{expenseId}\/(settle|corrections)$/.test(name)) {
    const participants = [owner.memberId, other.memberId];
    const settled = { ...expense, participants, useWalletTransactions: false, isEvenSplit: true };
    return checkSettler(person, settled) === undefined;
  }
  if (/^\/(recurring-)?expenses/.test(endpoint.path)) {
    return checkWriter(person, expense) === undefined;
  }
  if (/^POST \/wallets\/.*\/receipts$/.test(name)) return maySeeWalletsOf(person, owner.memberId);
  if (endpoint.path.startsWith('/wallets')) {
    return checkWalletWriter(person, owner.memberId) === undefined;
  }
  const { changesEventOf } = sampleOf(endpoint);
  if (changesEventOf === 'nobody') return checkCalendarChanger(person) === undefined;
  if (changesEventOf) return checkChanger(person, owner.memberId) === undefined;
  return true;
}

test('the server allows every write that screens offer, and no other', async () => {
  // Payments come below; a profile asks `reviseProfile`, and its own tests compare that.
  // What is offered by role alone, the gate leaves to authorization.test.ts.
  const tried =
    tier === 'gate'
      ? /^\/(expenses|recurring-expenses|wallets|calendars|events|yearly-calendars)/
      : /^/;
  const writes = hub.endpoints.filter(
    ({ method, policy, path }) =>
      method !== 'GET' &&
      ['member', 'treasurer', 'admin'].includes(policy) &&
      tried.test(path) &&
      !/^\/(payments|members\/\{)/.test(path),
  );
  expect(writes.length).toBeGreaterThan(20);
  const people: [TestPerson, Role][] = [
    [here.owner, 'member'],
    [here.other, 'member'],
    [here.treasurer, 'treasurer'],
    [here.admin, 'admin'],
  ];
  const wrong: string[] = [];
  for (const policy of chapterPolicies) {
    // The gate tries each setting once, `npm run test:all` each with each.
    for (const membersSeeWallets of tier === 'gate' ? [policy === 'open'] : [true, false]) {
      await setPolicy(here, policy);
      const eventPolicy: EventPolicy = policy === 'open' ? 'open' : 'creator';
      await setEventPolicy(here, eventPolicy);
      await setMembersSeeWallets(here, membersSeeWallets);
      for (const [caller, role] of people) {
        const seesAllWallets = maySeeAllWallets(role, membersSeeWallets);
        const person = { memberId: caller.memberId, role, policy, eventPolicy, seesAllWallets };
        for (const endpoint of writes) {
          const request = await buildValidRequest(endpoint, here, caller);
          const credentials = await credentialsOf(hub, endpoint, caller);
          const { status } = await send(hub, endpoint, credentials, request);
          const done = sampleOf(endpoint).status ?? endpoint.status;
          const expected = isOffered(endpoint, person) ? [done] : [403, 404];
          if (!expected.includes(status)) {
            wrong.push(
              `${nameOf(endpoint)} by ${role}, ${policy}, ${membersSeeWallets}: ${status}`,
            );
          }
        }
      }
    }
  }
  expect(wrong).toEqual([]);
}, 480_000);

test('the server allows every act on a payment that screens offer, and no other', async () => {
  const { owner, other, treasurer, admin } = here;
  const stranger = await here.chapter.person('Sam Stranger');
  const people: [TestPerson, Role][] = [
    [owner, 'member'],
    [other, 'member'],
    [stranger, 'member'],
    [treasurer, 'treasurer'],
    [admin, 'admin'],
  ];
  const acts: PaymentAct[] = ['confirm', 'reject', 'withdraw', 'takeBack'];
  const body = { reason: 'A mistake' };
  const wrong: string[] = [];
  const sides = { owner: owner.memberId, other: other.memberId, chapter: null };
  const pairs = [
    [owner, sides.owner, sides.chapter],
    [owner, sides.owner, sides.other],
    [owner, sides.other, sides.owner],
    [treasurer, sides.owner, sides.chapter],
  ] as const;
  for (const [caller, role] of people) {
    const actor = { memberId: caller.memberId, role };
    for (const [recorder, fromMemberId, toMemberId] of pairs) {
      const made = {
        fromMemberId,
        toMemberId,
        amount: cents(1_250),
        paidOn: '2026-01-20',
        method: 'cash',
      } as const;
      const record = { body: { ...made, isDuplicateAllowed: true } };
      const { status } = await caller.call(paymentCalls.record, record);
      const isOffered = sayAs(actor, made) !== undefined;
      if ((status === 201) !== isOffered) wrong.push(`record by ${role}: ${status}`);
      for (const act of acts) {
        const payment = (await recorder.call(paymentCalls.record, record)).value();
        const params = { paymentId: payment.id };
        const facts = toFacts(payment);
        const reply =
          act === 'confirm' || act === 'withdraw'
            ? await caller.call(paymentCalls[act], { params })
            : await caller.call(paymentCalls[act], { params, body });
        const isActOffered = maySee(actor, facts) && listActs(actor, facts).includes(act);
        const expected = isActOffered ? [200] : [403, 404, 409];
        if (!expected.includes(reply.status)) {
          wrong.push(`${act} by ${role} of what ${facts.saidAs} recorded: ${reply.status}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});
