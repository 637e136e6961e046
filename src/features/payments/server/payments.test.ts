import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { standingsCall } from '#features/expenses/summary-contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { addExpense, settle } from '#features/wallets/server/testing/settle.ts';
import { addDays } from '#kit/calendar/month.ts';
import { instantToDay, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents, maxCents } from '#kit/money.ts';
import { type NewPayment, paymentCalls } from '../contract.ts';

let hub: TestHub;
let chapter: TestChapter;
let ann: TestPerson;
let ben: TestPerson;
let cat: TestPerson;
let tara: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  [ann, ben, cat] = (await Promise.all(
    ['Ann', 'Ben', 'Cat'].map((name) => chapter.person(name)),
  )) as [TestPerson, TestPerson, TestPerson];
  tara = await chapter.person('Tara', 'treasurer');
});

const today = () => instantToDay(toInstant(Temporal.Now.instant()), 'America/Los_Angeles');

/** Ann paid Ben $12.50 today, unless entered otherwise. */
function entered(more: Partial<NewPayment> = {}): NewPayment {
  return {
    fromMemberId: ann.memberId,
    toMemberId: ben.memberId,
    amount: cents(12_50),
    paidOn: today(),
    method: 'check',
    reference: '1042',
    ...more,
  };
}

const record = (person: TestPerson, more: Partial<NewPayment> = {}) =>
  person.call(paymentCalls.record, { body: entered(more) });
const confirm = (person: TestPerson, paymentId: Id<'payment'>) =>
  person.call(paymentCalls.confirm, { params: { paymentId } });
const reject = (person: TestPerson, paymentId: Id<'payment'>) =>
  person.call(paymentCalls.reject, { params: { paymentId }, body: { reason: 'Never arrived' } });
const takeBack = (person: TestPerson, paymentId: Id<'payment'>) =>
  person.call(paymentCalls.takeBack, { params: { paymentId }, body: { reason: 'Bounced' } });
const withdraw = (person: TestPerson, paymentId: Id<'payment'>) =>
  person.call(paymentCalls.withdraw, { params: { paymentId } });
const list = async (person: TestPerson, query = {}) =>
  (await person.call(paymentCalls.list, { query })).value().payments;

/** Standings by name, and the chapter's, without those of zero. */
async function standings() {
  const { items, chapter } = (await tara.call(standingsCall)).value();
  const named = [...items.map(({ name, standing }) => [name, standing]), ['chapter', chapter]];
  return Object.fromEntries(named.filter(([, amount]) => amount !== 0));
}

test('what the payer says waits for the payee, and is then posted once', async () => {
  const recorded = (await record(ann)).value();
  expect(recorded).toMatchObject({
    status: 'waiting',
    saidAs: 'payer',
    transactions: [],
    version: 1,
  });
  expect(await standings()).toEqual({});
  const done = (await confirm(ben, recorded.id)).value();
  expect(done).toMatchObject({ status: 'confirmed', decidedBy: { name: 'Ben' }, version: 2 });
  expect(await standings()).toEqual({ Ann: 12_50, Ben: -12_50 });
  const posted = done.transactions.map(({ memberId, amount }) => [memberId, amount]);
  expect(posted).toEqual([
    [ann.memberId, 12_50],
    [ben.memberId, -12_50],
  ]);
  const [first] = done.transactions;
  const params = {
    walletId: first?.walletId ?? cast(''),
    transactionId: first?.transactionId ?? cast(''),
  };
  const shown = (await ann.call(walletCalls.transaction, { params })).value();
  expect(shown).toMatchObject({
    origin: 'payment',
    paymentId: recorded.id,
    expenseId: null,
    description: 'Payment to Ben',
    referenceId: '1042',
  });
  const edit = {
    userId: ann.memberId,
    transactionType: 'credit',
    amount: cents(1),
    description: 'x',
  } as const;
  const edited = await ann.call(walletCalls.updateTransaction, { params, body: edit });
  const deleted = await ann.call(walletCalls.deleteTransaction, { params });
  expect([edited, deleted].map((reply) => [reply.status, reply.refusal().code])).toEqual([
    [409, 'payment_transaction'],
    [409, 'payment_transaction'],
  ]);
  expect(await hub.differences()).toEqual([]);
});

const cast = (text: string) => text as never;

test('what the payee says waits for the payer; what a treasurer says is posted at once', async () => {
  const recorded = (await record(ben)).value();
  expect(recorded).toMatchObject({ status: 'waiting', saidAs: 'payee' });
  expect((await confirm(ann, recorded.id)).value().status).toBe('confirmed');
  const received = (await record(tara, { toMemberId: null, amount: cents(3_00) })).value();
  expect(received).toMatchObject({ status: 'confirmed', saidAs: 'treasurer', to: null });
  expect(await standings()).toEqual({ Ann: 15_50, Ben: -12_50, chapter: -3_00 });
  const paidOut = { fromMemberId: null, toMemberId: cat.memberId, amount: cents(7_00) };
  expect((await record(tara, paidOut)).value().status).toBe('confirmed');
  expect(await standings()).toEqual({ Ann: 15_50, Ben: -12_50, Cat: -7_00, chapter: 4_00 });
  expect(await hub.differences()).toEqual([]);
});

test('a name that is too long is cut to whole characters, also where a payment is taken back', async () => {
  // Both emoji stand at the end of what a description may have.
  const name = `${'x'.repeat(233)}🎉${'x'.repeat(8)}`;
  const party = await chapter.person(`${name}🎉`);
  const posted = (await record(tara, { toMemberId: party.memberId })).value();
  const taken = (await takeBack(tara, posted.id)).value();
  const descriptions = [];
  for (const { memberId, walletId, transactionId } of taken.transactions) {
    if (memberId !== ann.memberId) continue;
    const params = { walletId, transactionId };
    const shown = (await ann.call(walletCalls.transaction, { params })).value();
    descriptions.push(shown.description);
  }
  expect(descriptions).toEqual([`Payment to ${name}`, `Reversed: payment to ${'x'.repeat(233)}`]);
});

test('a payment to the chapter waits for a treasurer, and nobody confirms their own word', async () => {
  const recorded = (await record(ann, { toMemberId: null })).value();
  const own = await confirm(ann, recorded.id);
  expect([own.status, own.refusal().code]).toEqual([403, 'own_word']);
  expect((await reject(ann, recorded.id)).refusal().code).toBe('own_word');
  expect((await confirm(ben, recorded.id)).status).toBe(404);
  expect((await withdraw(tara, recorded.id)).refusal().code).toBe('not_yours');
  expect((await confirm(tara, recorded.id)).value().status).toBe('confirmed');
  expect(await standings()).toEqual({ Ann: 12_50, chapter: -12_50 });
});

test('a rejected or withdrawn payment posts nothing and stays final', async () => {
  const one = (await record(ann)).value();
  expect((await reject(ben, one.id)).value()).toMatchObject({
    status: 'rejected',
    reason: 'Never arrived',
  });
  // Rejected, it is no duplicate.
  const two = (await record(ann)).value();
  expect((await withdraw(ann, two.id)).value().status).toBe('withdrawn');
  for (const act of [confirm, reject, takeBack]) {
    expect((await act(tara, one.id)).refusal().code).toBe('payment_rejected');
    expect((await act(tara, two.id)).refusal().code).toBe('payment_withdrawn');
  }
  expect((await withdraw(ann, two.id)).status).toBe(409);
  expect(await standings()).toEqual({});
});

test('a payment is taken back once, by a treasurer with a reason, and both sides stay visible', async () => {
  const { id } = (await record(tara)).value();
  expect((await takeBack(ben, id)).status).toBe(403);
  const blank = { params: { paymentId: id }, raw: '{"reason": " "}' };
  expect((await tara.call(paymentCalls.takeBack, blank)).status).toBe(422);
  const done = (await takeBack(tara, id)).value();
  expect(done).toMatchObject({
    status: 'taken_back',
    reason: 'Bounced',
    takenBackBy: { name: 'Tara' },
  });
  expect(done.transactions.map(({ amount }) => amount)).toEqual([12_50, -12_50, -12_50, 12_50]);
  const again = await takeBack(tara, id);
  expect([again.status, again.refusal().code]).toEqual([409, 'payment_taken_back']);
  expect(await standings()).toEqual({});
  expect(await hub.differences()).toEqual([]);
});

test('members see their own payments, treasurers all, by member and status', async () => {
  const one = (await record(ann)).value();
  const two = (await record(tara, { fromMemberId: cat.memberId, toMemberId: null })).value();
  const ids = async (...asked: Parameters<typeof list>) =>
    (await list(...asked)).items.map(({ id }) => id);
  expect(await ids(ann)).toEqual([one.id]);
  expect(await ids(ben)).toEqual([one.id]);
  expect(await ids(cat)).toEqual([two.id]);
  expect(await ids(tara)).toEqual([two.id, one.id]);
  expect(await ids(tara, { status: 'waiting' })).toEqual([one.id]);
  expect(await ids(tara, { memberId: cat.memberId })).toEqual([two.id]);
  expect(await ids(ann, { memberId: cat.memberId })).toEqual([]);
  expect((await list(tara, { take: 1 })).totalCount).toBe(2);
  const foreign = await cat.call(paymentCalls.detail, { params: { paymentId: one.id } });
  expect(foreign.status).toBe(404);
});

describe('duplicates', () => {
  test('of the same sides and amount within three days are refused unless allowed', async () => {
    const first = (await record(ann)).value();
    const again = await record(ben, { paidOn: addDays(today(), -3) });
    expect([again.status, again.refusal()]).toMatchObject([
      409,
      { code: 'possible_duplicate', details: { paymentId: first.id, amount: 12.5, saidBy: 'Ann' } },
    ]);
    expect((await record(ann, { paidOn: addDays(today(), -4) })).status).toBe(201);
    expect((await record(ann, { amount: cents(12_51) })).status).toBe(201);
    const backwards = { fromMemberId: ben.memberId, toMemberId: ann.memberId };
    expect((await record(ann, backwards)).status).toBe(201);
    expect((await record(ann, { isDuplicateAllowed: true })).status).toBe(201);
  });

  test('recorded by both sides at once are found', async () => {
    const replies = await Promise.all([record(ann), record(ben), record(ann), record(ben)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test('of a request are one payment', async () => {
    const send = () =>
      tara.call(paymentCalls.record, { body: entered(), headers: { 'idempotency-key': 'once' } });
    const [one, two] = [(await send()).value(), (await send()).value()];
    expect(two.id).toBe(one.id);
    expect((await list(tara)).totalCount).toBe(1);
    expect(await standings()).toEqual({ Ann: 12_50, Ben: -12_50 });
  });
});

test('of those who confirm and reject at once, one wins and the others are refused', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = (await record(ann, { isDuplicateAllowed: true })).value();
    const acts = [confirm(ben, id), reject(tara, id), confirm(tara, id), withdraw(ann, id)];
    const replies = await Promise.all(acts);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  }
  expect(await hub.differences()).toEqual([]);
});

test('of those who take back at once, one wins', async () => {
  const { id } = (await record(tara)).value();
  const replies = await Promise.all([1, 2, 3].map(() => takeBack(tara, id)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await standings()).toEqual({});
});

test('a stale version is refused', async () => {
  const { id } = (await record(ann)).value();
  const headers = { 'if-match': '"7"' };
  const stale = await ben.call(paymentCalls.confirm, { params: { paymentId: id }, headers });
  expect(stale.status).toBe(412);
});

test('who is no side cannot record, and a member not for the chapter', async () => {
  const reply = await record(cat);
  expect([reply.status, reply.refusal().code]).toEqual([403, 'not_your_payment']);
  expect((await record(cat, { fromMemberId: null })).status).toBe(403);
});

describe('bad input is refused, and nothing is written', () => {
  const stranger = '01234567-89ab-7cde-8fff-0123456789ab';
  test.each([
    ['amount', { amount: 0 }],
    ['amount', { amount: 0.004 }],
    ['amount', { amount: -5 }],
    ['amount', { amount: 10_000_000_000 }],
    ['amount', { amount: '12' }],
    ['paidOn', { paidOn: addDays(today(), 1) }],
    ['paidOn', { paidOn: '2026-02-30' }],
    ['paidOn', { paidOn: '1899-12-31' }],
    ['method', { method: 'barter' }],
    ['reference', { reference: 'x'.repeat(256) }],
    ['note', { note: 'x'.repeat(501) }],
    ['toMemberId', { toMemberId: stranger }],
    ['fromMemberId', { fromMemberId: stranger }],
    ['fromMemberId', { fromMemberId: 'x' }],
    ['toMemberId', { fromMemberId: null, toMemberId: null }],
    [undefined, { isDuplicateAllowed: true, more: 1 }],
  ])('%s: %j', async (field, wrong) => {
    const body = { ...entered(), amount: 12.5, ...wrong };
    const reply = await tara.call(paymentCalls.record, { raw: JSON.stringify(body) });
    expect([reply.status, field && reply.refusal().field]).toEqual([422, field]);
    expect((await list(tara)).totalCount).toBe(0);
  });

  test('the same person on both sides', async () => {
    const reply = await record(tara, { toMemberId: ann.memberId });
    expect([reply.status, reply.refusal().code]).toEqual([422, 'same_side']);
  });

  test('a balance out of range: the payment is not recorded either', async () => {
    const id = await addExpense(hub.db, chapter.id, ann.memberId);
    const legs = Array.from({ length: 1_000 }, () => [ann.memberId, maxCents] as const);
    await settle(hub.db, chapter.id, { id, actorId: ann.memberId }, legs);
    const beyond = await record(tara, { amount: cents(10_00) });
    expect([beyond.status, beyond.refusal().code]).toEqual([422, 'balance_out_of_range']);
    expect((await list(tara)).totalCount).toBe(0);
    const recorded = (await record(ann, { amount: cents(10_00) })).value();
    expect((await confirm(ben, recorded.id)).refusal().code).toBe('balance_out_of_range');
    expect((await list(ann)).items[0]?.status).toBe('waiting');
    expect((await record(tara, { amount: cents(9_99) })).status).toBe(201);
  });
});

test('a payment counts on its day, and a counter-entry when it is made', async () => {
  const paidOn = addDays(today(), -30);
  const { id, transactions } = (await record(tara, { paidOn })).value();
  const walletId = transactions[0]?.walletId ?? cast('');
  const balanceOn = async (asOf: typeof paidOn) =>
    (await tara.call(walletCalls.balance, { params: { walletId }, query: { asOf } })).value()
      .balance;
  expect([await balanceOn(addDays(paidOn, -1)), await balanceOn(paidOn)]).toEqual([0, 12_50]);
  await takeBack(tara, id);
  expect([await balanceOn(addDays(today(), -1)), await balanceOn(today())]).toEqual([12_50, 0]);
});
