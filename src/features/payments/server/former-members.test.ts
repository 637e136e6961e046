import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { standingsCall } from '#features/expenses/summary-contract.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import { cents } from '#kit/money.ts';
import { paymentCalls } from '../contract.ts';

let hub: TestHub;
let chapter: TestChapter;
let ann: TestPerson;
let ben: TestPerson;
let tara: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  [ann, ben, tara] = [
    await chapter.person('Ann'),
    await chapter.person('Ben'),
    await chapter.person('Tara', 'admin'),
  ];
});

async function leave(person: TestPerson, status: 'disabled' | 'removed') {
  const params = { memberId: person.memberId };
  const reply = await tara.call(membershipCalls.changeStatus, { params, body: { status } });
  expect(reply.status).toBe(200);
}

/** Null is the chapter. */
const record = (by: TestPerson, from: TestPerson | null, to: TestPerson | null, dollars: number) =>
  by.call(paymentCalls.record, {
    body: {
      fromMemberId: from?.memberId ?? null,
      toMemberId: to?.memberId ?? null,
      amount: cents(dollars * 100),
      paidOn: '2026-03-01',
      method: 'bank',
      isDuplicateAllowed: true,
    },
  });

test.each(['disabled', 'removed'] as const)(
  'a %s member is named in payments until they are even, and not afterwards',
  async (status) => {
    await record(tara, ann, ben, 12);
    await leave(ben, status);
    // Ben has been paid 12.00, which he has to pay back.
    expect((await record(tara, ben, null, 7)).value().status).toBe('confirmed');
    const recorded = (await record(ann, ben, ann, 5)).value();
    expect(recorded.status).toBe('waiting');
    const params = { paymentId: recorded.id };
    expect((await tara.call(paymentCalls.confirm, { params })).value().status).toBe('confirmed');
    for (const again of [
      await record(tara, ben, null, 1),
      await record(tara, null, ben, 1),
      await record(ann, ann, ben, 1),
    ]) {
      expect([again.status, again.refusal().code]).toEqual([422, 'former_member']);
    }
    const { items } = (await tara.call(standingsCall)).value();
    expect(items.find(({ memberId }) => memberId === ben.memberId)).toBeUndefined();
    expect(await hub.differences()).toEqual([]);
  },
);

test('what waits when a member leaves can still be decided and taken back', async () => {
  const [one, two] = [
    (await record(ann, ann, ben, 12)).value(),
    (await record(ben, ann, ben, 3)).value(),
  ];
  await leave(ben, 'disabled');
  const reason = { reason: 'He left' };
  const confirmed = await tara.call(paymentCalls.confirm, { params: { paymentId: one.id } });
  expect(confirmed.value().status).toBe('confirmed');
  const params = { paymentId: two.id };
  expect((await tara.call(paymentCalls.reject, { params, body: reason })).status).toBe(200);
  const back = { params: { paymentId: one.id }, body: reason };
  expect((await tara.call(paymentCalls.takeBack, back)).value().status).toBe('taken_back');
  expect(await hub.differences()).toEqual([]);
});
