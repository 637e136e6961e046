/** Valid requests for the expense calls. */
import type { Fixtures } from '#app/testing/matrix/fixtures.ts';
import type { Makers, Samples } from '#app/testing/matrix/sample.ts';
import { insertFile, insertPicture } from '#features/files/server/testing/samples.ts';
import { toInstant } from '#kit/day.ts';
import { type Id, toId } from '#kit/id.ts';
import { expenseCalls } from '../../contract.ts';
import { receiptCalls } from '../../receipts/receipt-contract.ts';
import { recurringCalls } from '../../recurring/recurring-contract.ts';

export const samples: Samples = {
  'POST /expenses': { body: ({ fixtures }) => expenseBody(fixtures), isForOwnAlone: true },
  'PATCH /expenses/{expenseId}': {
    body: ({ fixtures }) => [{ op: 'replace', path: '/title', value: `Supper ${fixtures.mark}` }],
    isForOwnAlone: true,
  },
  'DELETE /expenses/{expenseId}': { isForOwnAlone: true },
  'POST /expenses/{expenseId}/restore': {
    params: async (fixtures) => {
      const raw = JSON.stringify(expenseBody(fixtures));
      const params = {
        expenseId: (await fixtures.owner.call(expenseCalls.create, { raw })).value().id,
      };
      (await fixtures.owner.call(expenseCalls.remove, { params })).value();
      return params;
    },
    isForOwnAlone: true,
  },
  'POST /expenses/{expenseId}/settle': {
    params: async (fixtures) => ({ expenseId: await logEvenSplit(fixtures) }),
    body: ({ fixtures }) => ({ note: `Cash ${fixtures.mark}` }),
    isForOwnAlone: true,
  },
  'POST /expenses/{expenseId}/corrections': {
    params: async (fixtures) => {
      const params = { expenseId: await logEvenSplit(fixtures) };
      (await fixtures.owner.call(expenseCalls.settle, { params })).value();
      return params;
    },
    body: ({ fixtures }) => ({
      replacement: { ...expenseBody(fixtures), ...evenSplit, amount: 30 },
      note: `Cash ${fixtures.mark}`,
    }),
    isForOwnAlone: true,
  },
  'POST /expenses/{expenseId}/money-back': {
    // It moves the wallets of everyone on the expense.
    params: async (fixtures) => {
      const alone = { participants: [fixtures.owner.memberId] };
      const params = { expenseId: await logEvenSplit(fixtures, alone) };
      (await fixtures.owner.call(expenseCalls.settle, { params })).value();
      return params;
    },
    body: ({ fixtures }) => ({
      amount: 5,
      receivedBy: fixtures.owner.memberId,
      expenseDate: '2026-03-02T18:00:00.000Z',
      note: `Refund ${fixtures.mark}`,
    }),
    isForOwnAlone: true,
  },
  'POST /expenses/{expenseId}/overrides': {
    body: ({ fixtures }) => overrideBody(fixtures),
    isForOwnAlone: true,
  },
  'PUT /expenses/{expenseId}/overrides/{overrideId}': {
    body: ({ fixtures }) => ({ ...overrideBody(fixtures), amount: 6 }),
    isForOwnAlone: true,
  },
  'DELETE /expenses/{expenseId}/overrides/{overrideId}': { isForOwnAlone: true },
  'POST /expenses/{expenseId}/receipts': {
    body: async ({ fixtures, caller }) => ({ receiptIds: [await insertFile(fixtures, caller)] }),
    isForOwnAlone: true,
  },
  'DELETE /expenses/{expenseId}/receipts/{receiptId}': { isForOwnAlone: true },
  'GET /expenses/{expenseId}/receipts/{receiptId}/preview': {
    params: async (fixtures) => {
      const expenseId = await createExpense(fixtures);
      const picture = await insertPicture(fixtures);
      return { expenseId, receiptId: await addReceipt(fixtures, expenseId, picture) };
    },
  },
  'POST /recurring-expenses': {
    body: ({ fixtures }) => recurringBody(fixtures),
    isForOwnAlone: true,
  },
  'PUT /recurring-expenses/{recurringId}': {
    body: ({ fixtures }) => ({
      rule: { frequency: 'yearly' },
      expense: { ...expenseBody(fixtures), expenseDate: daysAhead(60) },
    }),
    isForOwnAlone: true,
  },
  'POST /recurring-expenses/{recurringId}/pause': { isForOwnAlone: true },
  'POST /recurring-expenses/{recurringId}/resume': {
    params: async (fixtures) => {
      const params = { recurringId: await createRecurring(fixtures) };
      (await fixtures.owner.call(recurringCalls.pause, { params })).value();
      return params;
    },
    isForOwnAlone: true,
  },
  'DELETE /recurring-expenses/{recurringId}': { isForOwnAlone: true },
};

export const makers: Makers = {
  expenseId: createExpense,
  overrideId: async (fixtures, { expenseId = '' }) => {
    const sent = {
      params: { expenseId: toId<'expense'>(expenseId) },
      raw: JSON.stringify(overrideBody(fixtures)),
    };
    const expense = (await fixtures.owner.call(expenseCalls.addOverride, sent)).value();
    return expense.overrides[0]?.id ?? '';
  },
  receiptId: async (fixtures, { expenseId = '' }) =>
    addReceipt(fixtures, expenseId, await insertFile(fixtures, fixtures.owner)),
  participantId: async ({ owner }) => owner.memberId,
  recurringId: createRecurring,
};

async function createExpense(fixtures: Fixtures): Promise<Id<'expense'>> {
  const raw = JSON.stringify(expenseBody(fixtures));
  return (await fixtures.owner.call(expenseCalls.create, { raw })).value().id;
}

async function addReceipt(
  { owner }: Fixtures,
  expenseId: string,
  receiptId: Id<'file'>,
): Promise<Id<'file'>> {
  const params = { expenseId: toId<'expense'>(expenseId) };
  (await owner.call(receiptCalls.add, { params, body: { receiptIds: [receiptId] } })).value();
  return receiptId;
}

async function createRecurring(fixtures: Fixtures): Promise<Id<'recurring'>> {
  const raw = JSON.stringify(recurringBody(fixtures));
  const reply = await fixtures.owner.call(recurringCalls.create, { raw });
  if (reply.status !== 409) return reply.value().recurring.id;
  // Thousands of requests make more than a chapter may have.
  await fixtures.hub.db
    .updateTable('recurring_expense')
    .set({ ended_at: toInstant(Temporal.Now.instant()) })
    .where('chapter_id', '=', fixtures.chapter.id)
    .execute();
  return createRecurring(fixtures);
}

/** From today on, because it can't start long ago. */
const recurringBody = (fixtures: Fixtures) => ({
  rule: { frequency: 'monthly', interval: 1, endBy: null },
  expense: { ...expenseBody(fixtures), expenseDate: daysAhead(0) },
});

const daysAhead = (days: number) => toInstant(Temporal.Now.instant().add({ hours: 24 * days }));

/** Logged and paid by the owner, shared with someone else, without wallets. */
export const expenseBody = ({ owner, other, mark }: Fixtures) => ({
  title: `Dinner ${mark}`,
  description: `With wine ${mark}`,
  amount: 40,
  expenseDate: '2026-11-01T19:00:00.000Z',
  eventId: null,
  participants: [owner.memberId, other.memberId],
  category: `Food ${mark}`,
  paidBy: owner.memberId,
});

/** Settling charges nobody, so that it needs no treasurer. */
const evenSplit = { isEvenSplit: true, paidBy: null };

async function logEvenSplit(fixtures: Fixtures, more: object = {}): Promise<Id<'expense'>> {
  const raw = JSON.stringify({ ...expenseBody(fixtures), ...evenSplit, ...more });
  return (await fixtures.owner.call(expenseCalls.create, { raw })).value().id;
}

export const overrideBody = ({ other, mark }: Fixtures) => ({
  type: 'manual',
  amount: 5,
  label: `Less ${mark}`,
  participantIds: [other.memberId],
});
