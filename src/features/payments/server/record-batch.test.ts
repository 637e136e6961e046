/** A stack of checks: all of it is recorded or none, and every reason against it is named. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { auditCalls } from '#features/audit/contract.ts';
import { standingsCall } from '#features/expenses/summary-contract.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { batchProblems, type NewBatch, paymentCalls } from '../contract.ts';

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

type Item = NewBatch['items'][number];
const item = (from: TestPerson, amount: number, more: Partial<Item> = {}): Item => ({
  fromMemberId: from.memberId,
  amount: cents(amount),
  ...more,
});

function record(items: Item[], more: Partial<NewBatch> = {}, by = tara, key?: string) {
  const body: NewBatch = { paidOn: '2026-03-01', method: 'check', items, ...more };
  return by.call(paymentCalls.recordBatch, {
    body,
    headers: key ? { 'idempotency-key': key } : {},
  });
}

const problemsOf = (reply: Awaited<ReturnType<typeof record>>) =>
  batchProblems.parse(reply.refusal().details).items.map(({ index, code }) => [index, code]);

async function standings() {
  const { items, chapter } = (await tara.call(standingsCall)).value();
  const named = [...items.map(({ name, standing }) => [name, standing]), ['chapter', chapter]];
  return Object.fromEntries(named.filter(([, amount]) => amount !== 0));
}

const listed = async () =>
  (await tara.call(paymentCalls.list, { query: {} })).value().payments.totalCount;

test('what was recorded together is found together, also after one of it bounced', async () => {
  const { payments } = (await record([item(cat, 250_00), item(ann, 125_00)])).value();
  await record([item(ben, 10_00)]);
  const [first, second] = payments;
  expect(first?.depositId).toEqual(second?.depositId);
  const params = { paymentId: first?.id ?? expect.fail('no payment') };
  const body = { reason: 'Bounced' };
  (await tara.call(paymentCalls.takeBack, { params, body })).value();
  const query = { depositId: first?.depositId ?? expect.fail('no deposit') };
  const found = (await tara.call(paymentCalls.list, { query })).value().payments.items;
  expect(found.map(({ amount, status }) => [amount, status]).toSorted()).toEqual([
    [125_00, 'confirmed'],
    [250_00, 'taken_back'],
  ]);
  // Members see of it what is theirs.
  const own = (await ann.call(paymentCalls.list, { query })).value().payments.items;
  expect(own.map(({ amount }) => amount)).toEqual([125_00]);
});

test('a stack is recorded in its order, posted at once, and each payment audited', async () => {
  const sent = [item(cat, 250_00, { reference: '1041' }), item(ann, 1), item(ben, 99_99)];
  const { payments } = (await record(sent)).value();
  const facts = payments.map(({ from, to, amount, reference }) => [
    from?.name,
    to,
    amount,
    reference,
  ]);
  expect(facts).toEqual([
    ['Cat', null, 250_00, '1041'],
    ['Ann', null, 1, null],
    ['Ben', null, 99_99, null],
  ]);
  for (const payment of payments) {
    expect(payment).toMatchObject({ status: 'confirmed', saidAs: 'treasurer', method: 'check' });
    const read = await tara.call(paymentCalls.detail, { params: { paymentId: payment.id } });
    expect(read.value()).toEqual(payment);
  }
  expect(await standings()).toEqual({ Ann: 1, Ben: 99_99, Cat: 250_00, chapter: -350_00 });
  const ada = await chapter.person('Ada', 'admin');
  const { items } = (await ada.call(auditCalls.list, { query: {} })).value();
  const audited = items.filter(({ action }) => action === 'payment.create');
  expect(audited.map(({ subjectId }) => subjectId).toSorted()).toEqual(
    payments.map(({ id }) => id).toSorted(),
  );
  expect(await hub.differences()).toEqual([]);
});

describe('as many as a stack may have', () => {
  const alike = (count: number) =>
    Array.from({ length: count }, (_, n) => item([ann, ben, cat][n % 3] as TestPerson, 100 + n));

  test.each([1, 100])('%i are recorded', async (count) => {
    expect((await record(alike(count))).value().payments).toHaveLength(count);
    expect(await listed()).toBe(count);
    expect(await hub.differences(chapter.id)).toEqual([]);
  });

  test.each([0, 101])('%i are refused', async (count) => {
    const items = alike(count).map((each) => ({ ...each, amount: each.amount / 100 }));
    const raw = JSON.stringify({ paidOn: '2026-03-01', method: 'check', items });
    const reply = await tara.call(paymentCalls.recordBatch, { raw });
    expect([reply.status, reply.refusal().field]).toEqual([422, 'items']);
    expect(await listed()).toBe(0);
  });
});

test('one key records once; for another stack it is refused', async () => {
  const first = await record([item(ann, 5_00)], {}, tara, 'stack');
  const again = await record([item(ann, 5_00)], {}, tara, 'stack');
  expect(again.value()).toEqual(first.value());
  const other = await record([item(ann, 6_00)], {}, tara, 'stack');
  expect(other.refusal().code).toBe('idempotency_key_reused');
  expect(await standings()).toEqual({ Ann: 5_00, chapter: -5_00 });
});

test('only treasurers and admins record for the chapter', async () => {
  expect((await record([item(ann, 5_00)], {}, ann)).status).toBe(403);
  const admin = await chapter.person('Ada', 'admin');
  expect((await record([item(ann, 5_00)], {}, admin)).status).toBe(201);
});

describe('one that may not be recorded keeps all from being recorded, and is named', () => {
  const stranger = '01234567-89ab-7cde-8fff-0123456789ab' as Id<'member'>;

  test('nobody of the chapter', async () => {
    const foreign = await (await hub.chapter()).person('Zoe');
    const reply = await record([
      item(ann, 5_00),
      { fromMemberId: stranger, amount: cents(1) },
      item(foreign, 5_00),
    ]);
    expect([reply.status, reply.refusal().field]).toEqual([422, 'items.1']);
    expect(problemsOf(reply)).toEqual([
      [1, 'unknown_member'],
      [2, 'unknown_member'],
    ]);
    expect([await listed(), await standings()]).toEqual([0, {}]);
  });

  test('someone who was removed meanwhile and is even; who owes may still pay', async () => {
    await record([item(ben, 7_00)]);
    const ada = await chapter.person('Ada', 'admin');
    for (const { memberId } of [ann, ben]) {
      const change = { params: { memberId }, body: { status: 'removed' as const } };
      expect((await ada.call(membershipCalls.changeStatus, change)).status).toBe(200);
    }
    const reply = await record([item(cat, 5_00), item(ann, 5_00), item(ben, 5_00)]);
    expect(problemsOf(reply)).toEqual([[1, 'former_member']]);
    expect(await listed()).toBe(1);
    expect((await record([item(cat, 5_00), item(ben, 5_00)])).status).toBe(201);
  });

  test.each([
    ['items.1.amount', { amount: 0 }],
    ['items.1.amount', { amount: 0.001 }],
    ['items.1.reference', { reference: 'x'.repeat(256) }],
    ['items.1.fromMemberId', { fromMemberId: null }],
    ['items.1', { toMemberId: stranger }],
  ])('%s: %j', async (field, wrong) => {
    const right = { fromMemberId: ann.memberId, amount: 5 };
    const items = [right, { ...right, amount: 6, ...wrong }];
    const raw = JSON.stringify({ paidOn: '2026-03-01', method: 'check', items });
    const reply = await tara.call(paymentCalls.recordBatch, { raw });
    expect([reply.status, reply.refusal().field]).toEqual([422, field]);
    expect(await listed()).toBe(0);
  });

  test('a day in the future', async () => {
    const reply = await record([item(ann, 5_00)], { paidOn: '2999-01-01' });
    expect([reply.status, reply.refusal()]).toMatchObject([
      422,
      { code: 'future_day', field: 'paidOn' },
    ]);
  });
});

describe('possible duplicates', () => {
  test('are named with what they may repeat, and recorded if each is allowed', async () => {
    const [before] = (await record([item(ann, 5_00), item(ben, 6_00)])).value().payments;
    const reply = await record([item(cat, 7_00), item(ann, 5_00), item(ben, 6_00)]);
    expect([reply.status, reply.refusal().code]).toEqual([409, 'possible_duplicates']);
    expect(reply.refusal().details).toMatchObject({
      items: [
        { index: 1, details: { paymentId: before?.id, amount: 5, saidBy: 'Tara' } },
        { index: 2, code: 'possible_duplicate' },
      ],
    });
    const isDuplicateAllowed = true;
    const half = await record([item(ann, 5_00, { isDuplicateAllowed }), item(ben, 6_00)]);
    expect(problemsOf(half)).toEqual([[1, 'possible_duplicate']]);
    expect(await listed()).toBe(2);
    const all = [item(ann, 5_00), item(ben, 6_00)].map((each) => ({ ...each, isDuplicateAllowed }));
    expect((await record(all)).status).toBe(201);
    expect(await standings()).toEqual({ Ann: 10_00, Ben: 12_00, chapter: -22_00 });
  });

  test('within a stack: the same member and amount twice; another amount is none', async () => {
    const twice = await record([item(ann, 5_00), item(ann, 6_00), item(ann, 5_00)]);
    expect([twice.status, problemsOf(twice)]).toEqual([409, [[2, 'possible_duplicate']]]);
    const allowed = [
      item(ann, 5_00),
      item(ann, 6_00),
      item(ann, 5_00, { isDuplicateAllowed: true }),
    ];
    expect((await record(allowed)).value().payments).toHaveLength(3);
    expect(await standings()).toEqual({ Ann: 16_00, chapter: -16_00 });
    expect(await hub.differences(chapter.id)).toEqual([]);
  });

  test('beside something worse do not hide it', async () => {
    await record([item(ann, 5_00)]);
    const reply = await record([item(ann, 5_00), { fromMemberId: stranger(), amount: cents(1) }]);
    expect([reply.status, reply.refusal().code]).toEqual([422, 'invalid_items']);
    expect(problemsOf(reply)).toEqual([
      [0, 'possible_duplicate'],
      [1, 'unknown_member'],
    ]);
  });
  const stranger = () => '01234567-89ab-7cde-8fff-0123456789ab' as Id<'member'>;
});

test('of concurrent stacks with one alike payment, in any order, one wins as a whole', async () => {
  for (let round = 0; round < 6; round += 1) {
    const amount = 100 + round;
    const shared = [item(ann, amount), item(ben, amount), item(cat, amount)];
    const stacks = [shared, shared.toReversed(), [item(cat, amount), item(ann, amount)]];
    const replies = await Promise.all(stacks.map((items) => record(items)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  }
  expect(await hub.differences(chapter.id)).toEqual([]);
});

test('stacks and single payments at once move the same wallets and lose nothing', async () => {
  const people = [ann, ben, cat];
  const stacks = Array.from({ length: 8 }, (_, n) =>
    people.map((person) => item(person, 1_000 + n)),
  );
  const singles = Array.from({ length: 20 }, (_, n) => ({
    fromMemberId: (people[n % 3] as TestPerson).memberId,
    toMemberId: null,
    amount: cents(5_000 + n),
    paidOn: '2026-03-01' as const,
    method: 'cash' as const,
  }));
  const replies = await Promise.all([
    ...stacks.map((items, n) => record(n % 2 ? items : items.toReversed())),
    ...singles.map((body) => tara.call(paymentCalls.record, { body })),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
  const paid = [...stacks.flat(), ...singles].reduce((sum, { amount }) => sum + amount, 0);
  expect((await standings())['chapter']).toBe(-paid);
  const { totalCount } = (await tara.call(paymentCalls.list, { query: {} })).value().payments;
  expect(totalCount).toBe(44);
  expect(await hub.differences(chapter.id)).toEqual([]);
});
