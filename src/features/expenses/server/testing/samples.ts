/** Valid requests for the expense calls. */
import type { Fixtures } from '#app/testing/matrix/fixtures.ts';
import type { Makers, Samples } from '#app/testing/matrix/sample.ts';
import { toId } from '#kit/id.ts';
import { expenseCalls } from '../../contract.ts';

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
    body: ({ fixtures }) => ({ note: `Cash ${fixtures.mark}` }),
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
};

export const makers: Makers = {
  expenseId: async (fixtures) => {
    const sent = { raw: JSON.stringify(expenseBody(fixtures)) };
    return (await fixtures.owner.call(expenseCalls.create, sent)).value().id;
  },
  overrideId: async (fixtures, { expenseId = '' }) => {
    const sent = {
      params: { expenseId: toId<'expense'>(expenseId) },
      raw: JSON.stringify(overrideBody(fixtures)),
    };
    const expense = (await fixtures.owner.call(expenseCalls.addOverride, sent)).value();
    return expense.overrides[0]?.id ?? '';
  },
  participantId: async ({ owner }) => owner.memberId,
};

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

export const overrideBody = ({ other, mark }: Fixtures) => ({
  type: 'manual',
  amount: 5,
  label: `Less ${mark}`,
  participantIds: [other.memberId],
});
