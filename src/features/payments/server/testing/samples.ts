/** Right requests of the calls of payments, each by one whom the payment concerns. */
import type { TestPerson } from '#app/testing/hub.ts';
import type { Fixtures, Params } from '#app/testing/matrix/fixtures.ts';
import type { Samples } from '#app/testing/matrix/sample.ts';
import { toInstant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { newId } from '#server/database/ids.ts';
import { paymentCalls } from '../../contract.ts';

export const samples: Samples = {
  'POST /payments': {
    body: ({ fixtures, caller }) => paymentBody(fixtures, caller),
    isForPartiesAlone: true,
  },
  'POST /payments/batch': {
    body: ({ fixtures, caller }) => {
      const { fromMemberId, amount, paidOn, method, reference } = paymentBody(fixtures, caller);
      const item = { fromMemberId, amount, reference, isDuplicateAllowed: true };
      return { paidOn, method, items: [item] };
    },
    isForPartiesAlone: true,
  },
  'GET /payments/{paymentId}': { params: confirmedPayment },
  'POST /payments/{paymentId}/confirm': {
    params: (fixtures, caller) => waitingPayment(fixtures, caller, 'other'),
    isForPartiesAlone: true,
  },
  'POST /payments/{paymentId}/reject': {
    params: (fixtures, caller) => waitingPayment(fixtures, caller, 'other'),
    body: ({ fixtures }) => ({ reason: `Never arrived ${fixtures.mark}` }),
  },
  'POST /payments/{paymentId}/withdraw': {
    params: (fixtures, caller) => waitingPayment(fixtures, caller, 'caller'),
  },
  'POST /payments/{paymentId}/take-back': {
    params: confirmedPayment,
    body: ({ fixtures }) => ({ reason: `Check bounced ${fixtures.mark}` }),
    isForPartiesAlone: true,
  },
};

/** From this person to the chapter. */
function paymentBody({ mark }: Fixtures, payer: TestPerson) {
  return {
    fromMemberId: payer.memberId,
    toMemberId: null,
    amount: 12.5,
    paidOn: '2026-01-20',
    method: 'cash',
    reference: `ref ${mark}`,
    note: `Dues ${mark}`,
    isDuplicateAllowed: true,
  };
}

/** The caller, if of this chapter; otherwise its owner, about whose payment a stranger asks. */
function partyOf({ chapter, owner }: Fixtures, caller: TestPerson): TestPerson {
  return caller.chapterId === chapter.id ? caller : owner;
}

/** Former members can be named only until they are even, so theirs is about the owner, too. */
async function confirmedPayment(fixtures: Fixtures, caller: TestPerson): Promise<Params> {
  const party = partyOf(fixtures, caller);
  const { status } = await fixtures.hub.db
    .selectFrom('member')
    .where('chapter_id', '=', party.chapterId)
    .where('id', '=', party.memberId)
    .select('status')
    .executeTakeFirstOrThrow();
  const payer = status === 'active' ? party : fixtures.owner;
  const raw = JSON.stringify(paymentBody(fixtures, payer));
  const reply = await fixtures.treasurer.call(paymentCalls.record, { raw });
  return { paymentId: reply.value().id };
}

/** Inserted, because what a treasurer records never waits. */
async function waitingPayment(
  fixtures: Fixtures,
  caller: TestPerson,
  saidBy: 'caller' | 'other',
): Promise<Params> {
  const { hub, chapter, owner, other, mark } = fixtures;
  const party = partyOf(fixtures, caller);
  const counterparty = party.memberId === other.memberId ? owner : other;
  const [payer, payee] = saidBy === 'caller' ? [party, counterparty] : [counterparty, party];
  const id = newId<'payment'>();
  const now = toInstant(Temporal.Now.instant());
  await hub.db
    .insertInto('payment')
    .values({
      chapter_id: chapter.id,
      id,
      from_member_id: payer.memberId,
      to_member_id: payee.memberId,
      amount_cents: cents(1250),
      paid_on: '2026-01-20',
      method: 'bank',
      note: `Dinner ${mark}`,
      said_by: payer.memberId,
      said_as: 'payer',
      created_at: now,
      updated_at: now,
    })
    .execute();
  return { paymentId: id };
}
