/** A treasurer's evening, and what may not be. Every figure is compared with a sum of its own. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { readSheetRows } from '#app/testing/sheet-rows.ts';
import { auditCalls } from '#features/audit/contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { fieldsWith } from '#features/expenses/testing/random-expense.ts';
import { erasureCalls } from '#features/members/erasure-contract.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import {
  addTransactionTo,
  addWallet,
  credit,
} from '#features/wallets/server/testing/wallet-requests.ts';
import { type Day, type Instant, localToInstant } from '#kit/day.ts';
import { type Cents, cents } from '#kit/money.ts';
import { describeState } from '../charge-state.ts';
import { type ChargeDetail, dueCalls, type NewCharge } from '../contract.ts';

let hub: TestHub;
let now: Instant;
let chapter: TestChapter;
let tara: TestPerson;
let people: Map<string, TestPerson>;

beforeAll(async () => {
  hub = await startTestHub({ clock: () => now });
});
afterAll(() => hub?.close());
beforeEach(async () => {
  goTo('2027-01-02');
  chapter = await hub.chapter();
  tara = await chapter.person('Tara', 'treasurer');
  people = new Map([['Tara', tara]]);
  for (const name of ['Ann', 'Ben', 'Cat', 'Dan', 'Eve'])
    people.set(name, await chapter.person(name));
});

function goTo(day: Day, time = '20:00') {
  now = localToInstant(`${day}T${time}` as `${Day}T${number}:${number}`, 'America/Los_Angeles');
}
function person(name: string): TestPerson {
  return people.get(name) ?? expect.fail(`no ${name}`);
}
function charging(amounts: Record<string, number>, more: Partial<NewCharge> = {}): NewCharge {
  return {
    title: '2027 dues',
    dueOn: '2027-01-31',
    items: Object.entries(amounts).map(([name, amount]) => ({
      memberId: person(name).memberId,
      amount: cents(amount),
    })),
    ...more,
  };
}
const create = (body: NewCharge, by = tara) => by.call(dueCalls.create, { body });
const everyone = { Ann: 250_00, Ben: 250_00, Cat: 250_00, Dan: 100_00, Eve: 62_50 };
function itemOf(charge: ChargeDetail, name: string) {
  return (
    charge.items.find((item) => item.member.name.startsWith(name)) ?? expect.fail(`no ${name}`)
  );
}
const at = (charge: ChargeDetail, name: string) => ({
  chargeId: charge.id,
  itemId: itemOf(charge, name).id,
});
const read = async (charge: ChargeDetail) =>
  (await tara.call(dueCalls.charge, { params: { chargeId: charge.id } })).value();
async function pay(amounts: Record<string, number>, paidOn: Day) {
  const items = Object.entries(amounts).map(([name, amount]) => ({
    fromMemberId: person(name).memberId,
    amount: cents(amount),
  }));
  const body = { paidOn, method: 'check' as const, items };
  return (await tara.call(paymentCalls.recordBatch, { body })).value().payments;
}
async function walletOf({ memberId }: TestPerson) {
  const query = { ownerId: memberId };
  const [wallet] = (await tara.call(walletCalls.list, { query })).value().wallets.items;
  return wallet?.id ?? expect.fail('no wallet');
}
async function listed() {
  const { summary, members } = (await tara.call(dueCalls.list)).value();
  const open = Object.fromEntries(
    members.items
      .filter((dues) => dues.open > 0 || dues.credit > 0)
      .map((dues) => [dues.member.name.split(' ')[0], dues.open - dues.credit]),
  );
  return { summary, members: members.items, open };
}
const wordsOf = (charge: ChargeDetail, name: string, today: Day) =>
  describeState(itemOf(charge, name), today);

test("a treasurer's evening: charged, paid, bounced, overpaid, in part, more time, waived, left", async () => {
  const charge = (await create(charging(everyone))).value();
  expect(charge).toMatchObject({ itemCount: 5, settledCount: 0, amount: 912_50, open: 912_50 });
  expect(wordsOf(charge, 'Ann', '2027-01-02')).toBe('Due Jan 31');

  goTo('2027-01-09');
  const checks = await pay({ Ann: 250_00, Ben: 250_00, Cat: 300_00, Dan: 50_00 }, '2027-01-09');
  expect((await listed()).open).toEqual({ Cat: -50_00, Dan: 50_00, Eve: 62_50 });
  const paid = await read(charge);
  expect(wordsOf(paid, 'Ann', '2027-01-09')).toBe('Paid Jan 9');
  expect(paid).toMatchObject({ settledCount: 3, open: 112_50 });

  const bounced = checks.find(({ from }) => from?.name.startsWith('Ben')) ?? expect.fail();
  const takeBack = { params: { paymentId: bounced.id }, body: { reason: 'Bounced' } };
  (await tara.call(paymentCalls.takeBack, takeBack)).value();
  (
    await tara.call(dueCalls.move, { params: at(charge, 'Dan'), body: { dueOn: '2027-02-28' } })
  ).value();
  const waiving = { amount: cents(12_50), reason: 'Half a year abroad' };
  const waived = (
    await tara.call(dueCalls.waive, { params: at(charge, 'Eve'), body: waiving })
  ).value();
  expect(waived).toMatchObject({
    waived: 12_50,
    open: 50_00,
    reason: 'Half a year abroad',
    version: 2,
  });

  goTo('2027-02-12');
  const { summary, open, members } = await listed();
  expect(open).toEqual({ Ben: 250_00, Dan: 50_00, Eve: 50_00, Cat: -50_00 });
  expect(summary).toMatchObject({ askedCount: 5, settledCount: 2, open: 350_00, oldestDays: 12 });
  expect(summary.counts).toEqual({
    open: 3,
    'late-30': 2,
    'late-60': 0,
    'late-61': 0,
    credit: 1,
    left: 0,
  });
  expect(members.slice(0, 3).map(({ late }) => late)).toEqual([250_00, 50_00, 0]);
  const later = await read(charge);
  expect(wordsOf(later, 'Ben', '2027-02-12')).toBe('12 days late');
  expect(wordsOf(later, 'Dan', '2027-02-12')).toBe('Due Feb 28');
  expect(later).toMatchObject({ waived: 12_50, amount: 912_50, open: 350_00 });

  // The credit is used by the next debit, without a press.
  (await create(charging({ Cat: 30_00 }, { title: 'Retreat', dueOn: '2027-03-01' }))).value();
  expect((await listed()).open).toEqual({ Ben: 250_00, Dan: 50_00, Eve: 50_00, Cat: -20_00 });

  const admin = await chapter.person('Ada', 'admin');
  const leaving = {
    params: { memberId: person('Ben').memberId },
    body: { status: 'removed' as const },
  };
  (await admin.call(membershipCalls.changeStatus, leaving)).value();
  const left = await listed();
  expect(left.members[0]).toMatchObject({ hasLeft: true, open: 250_00 });
  expect(left.summary.counts.left).toBe(1);
  expect(await hub.differences()).toEqual([]);
});

test('as of a day past, the list is what it was', async () => {
  const charge = (await create(charging(everyone))).value();
  await pay({ Cat: 250_00 }, '2027-01-02');
  goTo('2027-02-20');
  const before = await listed();
  goTo('2027-02-21');
  await pay({ Ann: 250_00 }, '2027-02-21');
  const pausing = { params: { memberId: person('Ben').memberId } };
  (await tara.call(dueCalls.pause, { ...pausing, body: { until: '2027-04-30' } })).value();
  const admin = await chapter.person('Ada', 'admin');
  for (const name of ['Ann', 'Cat', 'Dan']) {
    const params = { memberId: person(name).memberId };
    const leaving = { params, body: { status: 'disabled' as const } };
    (await admin.call(membershipCalls.changeStatus, leaving)).value();
  }
  goTo('2027-03-01');
  await hub.db
    .updateTable('member')
    .set({ created_at: now })
    .where('id', '=', admin.memberId)
    .execute();
  const body = { amount: cents(62_50), reason: 'Hardship' };
  (await tara.call(dueCalls.waive, { params: at(charge, 'Eve'), body })).value();
  (
    await tara.call(dueCalls.move, { params: at(charge, 'Ben'), body: { dueOn: '2027-06-01' } })
  ).value();
  (
    await tara.call(dueCalls.cancelItem, { params: at(charge, 'Dan'), body: { reason: 'Twice' } })
  ).value();
  goTo('2027-04-01');
  expect((await listed()).summary).toMatchObject({ open: 250_00, oldestDays: 0, askedCount: 2 });
  const past = (await tara.call(dueCalls.list, { query: { asOf: '2027-02-20' } })).value();
  // Who has left or joined, or is paused since, too.
  expect(past.summary).toEqual(before.summary);
  expect(past.members.items).toEqual(before.members);
  expect(past.summary).toMatchObject({ open: 662_50, oldestDays: 20, askedCount: 5 });
});

test('in the archive, people of one name are told apart', async () => {
  (await create(charging({ Ann: 10_00 }))).value();
  const { archived } = await readSheetRows(hub, tara, 'charges');
  expect(archived).toMatchObject([{ member_id: person('Ann').memberId }]);
});

test('members take along what they see of a charge, with its note and why it was waived', async () => {
  const charge = (await create(charging({ Ann: 250_00 }, { note: 'With dinner' }))).value();
  for (const reason of ['New', 'Half a year abroad']) {
    const body = { amount: cents(50_00), reason };
    (await tara.call(dueCalls.waive, { params: at(charge, 'Ann'), body })).value();
  }
  const said = { note: 'With dinner', reason: 'Half a year abroad' };
  const { archived, own } = await readSheetRows(hub, person('Ann'), 'charges');
  expect(own).toMatchObject([{ title: '2027 dues', amount: 250, waived: 100, ...said }]);
  expect(archived).toMatchObject([said]);
});

test('no one is charged twice, and two treasurers at once charge once', async () => {
  (await create(charging({ Ann: 250_00, Ben: 250_00 }))).value();
  const again = await create(charging(everyone, { title: ' 2027 DUES ' }));
  expect(again.status).toBe(409);
  expect(again.refusal()).toMatchObject({
    code: 'already_charged',
    message: '2 of these 5 members already have this charge. Charge the other 3?',
  });
  const others = { Cat: 1_00, Dan: 1_00 };
  const both = await Promise.all([create(charging(others)), create(charging(others))]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await listed()).open).toEqual({ Ann: 250_00, Ben: 250_00, Cat: 1_00, Dan: 1_00 });
});

test('a canceled charge is in no sum, and may be asked again', async () => {
  const charge = (await create(charging(everyone))).value();
  const params = { chargeId: charge.id };
  await pay({ Ann: 250_00 }, '2027-01-02');
  const body = { reason: 'Wrong year' };
  const canceled = (await tara.call(dueCalls.cancel, { params, body })).value();
  expect(canceled).toMatchObject({ itemCount: 0, amount: 0, open: 0 });
  expect(wordsOf(canceled, 'Ann', '2027-01-02')).toBe('Canceled');
  expect((await listed()).open).toEqual({ Ann: -250_00 });
  expect((await tara.call(dueCalls.cancel, { params, body })).value().itemCount).toBe(0);
  const waiving = { amount: cents(1), reason: 'Late' };
  const waived = await tara.call(dueCalls.waive, { params: at(charge, 'Ben'), body: waiving });
  expect(waived.refusal().code).toBe('charge_canceled');
  expect((await create(charging(everyone))).status).toBe(201);
  expect((await listed()).open).toMatchObject({ Ben: 250_00 });
  expect(await hub.differences()).toEqual([]);
});

test('waived to the last cent, it is neither paid nor open', async () => {
  const charge = (await create(charging({ Ann: 250_00 }))).value();
  const call = (amount: Cents) =>
    tara.call(dueCalls.waive, { params: at(charge, 'Ann'), body: { amount, reason: 'Founder' } });
  expect((await call(cents(250_01))).refusal()).toMatchObject({ field: 'amount' });
  (await call(cents(100_00))).value();
  expect(await call(cents(150_00)).then((reply) => reply.value())).toMatchObject({
    open: 0,
    waived: 250_00,
  });
  expect(wordsOf(await read(charge), 'Ann', '2027-03-01')).toBe('Waived');
  expect((await call(cents(1))).refusal().code).toBe('too_much');
  const { memberId } = person('Ann');
  const query = { ownerId: memberId };
  const [wallet] = (await tara.call(walletCalls.list, { query })).value().wallets.items;
  expect(wallet?.currentBalance).toBe(0);
});

test.each<[string, Partial<NewCharge>, string]>([
  ['a due day in the past', { dueOn: '2027-01-01' }, 'due_day'],
  ['a due day three years ahead', { dueOn: '2030-01-02' }, 'due_day'],
])('%s is refused', async (_, more, code) => {
  const reply = await create(charging(everyone, more));
  expect([reply.status, reply.refusal().code]).toEqual([422, code]);
  expect((await listed()).open).toEqual({});
});

test('a member who has left in the meantime is skipped and named', async () => {
  const admin = await chapter.person('Ada', 'admin');
  const params = { memberId: person('Eve').memberId };
  (await admin.call(membershipCalls.changeStatus, { params, body: { status: 'removed' } })).value();
  const created = (await create(charging(everyone))).value();
  expect(created.skipped.map(({ name }) => name.split(' ')[0])).toEqual(['Eve']);
  expect(created.itemCount).toBe(4);
});

test('members read their own, and no one else’s', async () => {
  (await create(charging(everyone))).value();
  const ann = person('Ann');
  const mine = await ann.call(dueCalls.ofMember, { params: { memberId: ann.memberId } });
  expect(mine.value()).toMatchObject({ open: 250_00, dueOn: '2027-01-31', late: 0 });
  expect(mine.value().charges.items).toHaveLength(1);
  const other = { params: { memberId: person('Ben').memberId } };
  expect((await ann.call(dueCalls.ofMember, other)).status).toBe(404);
  expect((await ann.call(dueCalls.list)).status).toBe(403);
  expect((await create(charging(everyone), ann)).status).toBe(403);
});

test('due days that were moved by clocks that differ are those of the last move', async () => {
  const charge = (await create(charging({ Ann: 250_00 }))).value();
  const move = (dueOn: Day) =>
    tara.call(dueCalls.move, { params: at(charge, 'Ann'), body: { dueOn } });
  goTo('2027-01-03', '12:00');
  (await move('2027-03-01')).value();
  // Another server's clock is behind.
  goTo('2027-01-03', '11:59');
  (await move('2027-04-01')).value();
  expect(itemOf(await read(charge), 'Ann').dueOn).toBe('2027-04-01');
  expect(await hub.differences()).toEqual([]);
});

test('what was paid stays so when a payment to the member counts from a day long past', async () => {
  (await create(charging({ Ann: 250_00 }))).value();
  await pay({ Ann: 250_00 }, '2027-01-02');
  goTo('2027-02-15');
  const refund = {
    fromMemberId: null,
    toMemberId: person('Ann').memberId,
    amount: cents(100_00),
    paidOn: '2026-11-01' as const,
    method: 'check' as const,
  };
  (await tara.call(paymentCalls.record, { body: refund })).value();
  const { members } = await listed();
  const ann = members.find(({ member }) => member.id === person('Ann').memberId);
  expect(ann).toMatchObject({ open: 100_00, late: 0, dueOn: '2027-03-17' });
});

test('of who was erased, nothing is changed', async () => {
  const charge = (await create(charging({ Ann: 250_00, Ben: 250_00 }))).value();
  await pay({ Ann: 250_00 }, '2027-01-02');
  const admin = await chapter.person('Ada', 'admin');
  const params = { memberId: person('Ann').memberId };
  const removal = { params, body: { status: 'removed' as const } };
  const { displayName: name } = (await admin.call(membershipCalls.changeStatus, removal)).value();
  (await admin.call(erasureCalls.erase, { params, body: { name } })).value();
  const item = (await read(charge)).items.find(({ member }) => member.id === params.memberId);
  const address = { chargeId: charge.id, itemId: item?.id ?? expect.fail('no item') };
  const body = { reason: 'Mistake' };
  const refused = await tara.call(dueCalls.cancelItem, { params: address, body });
  expect(refused.refusal().code).toBe('member_erased');
  const canceled = await tara.call(dueCalls.cancel, { params: { chargeId: charge.id }, body });
  expect(canceled.value()).toMatchObject({ itemCount: 1, amount: 250_00, open: 0 });
  expect(await hub.differences()).toEqual([]);
});

test('a credit in one wallet covers what another lacks, now and on a day past', async () => {
  await pay({ Ann: 10_00, Ben: 10_00 }, '2027-01-02');
  await create(charging({ Ann: 250_00, Ben: 250_00 }));
  await create(charging({ Ann: 30_00 }, { title: 'Retreat', dueOn: '2027-02-28' }));
  const ann = person('Ann');
  const travel = await addWallet(ann);
  await addTransactionTo(travel, credit(ann, 200_00), tara);
  expect((await listed()).open).toEqual({ Ann: 70_00, Ben: 240_00 });
  const params = { memberId: ann.memberId };
  const { debts } = (await ann.call(dueCalls.ofMember, { params })).value();
  expect(debts.map(({ title, open }) => [title, open])).toEqual([
    ['2027 dues', 40_00],
    ['Retreat', 30_00],
  ]);
  goTo('2027-01-05');
  await addTransactionTo(travel, credit(ann, 100_00), tara);
  expect((await listed()).open).toEqual({ Ann: -30_00, Ben: 240_00 });
  const future = { query: { asOf: '2027-01-06' } };
  for (const reply of [
    await tara.call(dueCalls.list, future),
    await tara.call(dueCalls.ofMember, { params, ...future }),
  ])
    expect(reply.refusal()).toMatchObject({ code: 'future_day', field: 'asOf' });
  expect((await tara.call(dueCalls.list, { query: { asOf: '2027-01-05' } })).status).toBe(200);
  const past = (await tara.call(dueCalls.list, { query: { asOf: '2027-01-02' } })).value();
  expect(past.summary).toMatchObject({ open: 310_00 });
});

test('what was paid for an expense beyond its share pays for a charge', async () => {
  const [ann, ben] = [person('Ann'), person('Ben')];
  const fields = { participants: [ann.memberId, ben.memberId], paidBy: ben.memberId };
  const body = { ...fieldsWith({ ...fields, amount: cents(80_00) }), receiptIds: [] };
  const expense = (await tara.call(expenseCalls.create, { body })).value();
  (await tara.call(expenseCalls.settle, { params: { expenseId: expense.id } })).value();
  const charge = (await create(charging({ Ann: 30_00 }))).value();
  const paid = { paidOn: '2027-01-02' as const, method: 'check' as const, expenseId: expense.id };
  const sides = { fromMemberId: ann.memberId, toMemberId: null };
  for (const amount of [15_00, 45_00]) {
    const payment = { ...sides, ...paid, amount: cents(amount) };
    (await tara.call(paymentCalls.record, { body: payment })).value();
  }
  // 60 for a share of 40: 20 are left for the charge.
  expect(itemOf(await read(charge), 'Ann').open).toBe(10_00);
  await addTransactionTo(await walletOf(ann), credit(ann, 10_00), tara);
  expect(wordsOf(await read(charge), 'Ann', '2027-01-03')).toBe('Paid Jan 2');
});

test('a pause has a last day at most 90 days ahead, and ends', async () => {
  const params = { memberId: person('Dan').memberId };
  const pause = (until: Day | null) =>
    tara.call(dueCalls.pause, { params, body: { until, note: 'Asked' } });
  expect((await pause('2027-02-01')).value()).toMatchObject({
    pausedUntil: '2027-02-01',
    pauseNote: 'Asked',
  });
  expect((await pause('2027-05-01')).refusal().field).toBe('until');
  const own = person('Dan');
  const mine = (await own.call(dueCalls.ofMember, { params })).value();
  expect([mine.pausedUntil, mine.pauseNote]).toEqual(['2027-02-01', null]);
  goTo('2027-02-02');
  expect((await listed()).members.every(({ pausedUntil }) => pausedUntil === null)).toBe(true);
  expect((await pause('2027-02-28')).value().pausedUntil).toBe('2027-02-28');
  expect((await pause(null)).value().pausedUntil).toBeNull();
});

test('what most were charged a year ago is proposed from two weeks before, until it is asked again', async () => {
  (await create(charging(everyone))).value();
  (await create(charging({ Ann: 5_00 }, { title: 'No-show fee' }))).value();
  const propose = async () => (await tara.call(dueCalls.proposals)).value().items;
  goTo('2027-12-18');
  expect(await propose()).toEqual([]);
  goTo('2027-12-19');
  expect(await propose()).toMatchObject([{ nextTitle: '2028 dues', nextDueOn: '2028-01-31' }]);
  // Asked later than a year ago, it is not due at once.
  goTo('2028-02-20');
  expect(await propose()).toMatchObject([{ nextDueOn: '2028-03-21' }]);
  (await create(charging(everyone, { title: '2028 dues', dueOn: '2028-03-21' }))).value();
  expect(await propose()).toEqual([]);
});

test('what is not asked this year is proposed to no one any more, and that is recorded', async () => {
  const { id } = (await create(charging(everyone))).value();
  goTo('2027-12-20');
  const drop = (by: TestPerson) => by.call(dueCalls.dropProposal, { params: { chargeId: id } });
  expect((await drop(person('Ann'))).status).toBe(403);
  expect((await drop(tara)).status).toBe(204);
  const other = await chapter.person('Tess', 'treasurer');
  expect((await other.call(dueCalls.proposals)).value().items).toEqual([]);
  const admin = await chapter.person('Ada', 'admin');
  const { items } = (await admin.call(auditCalls.list, { query: { kind: 'charge' } })).value();
  expect(items[0]).toMatchObject({ action: 'charge.drop', subject: '2027 dues' });
});
