/**
 * What Home reads of the other features. Straight from their contracts and not through their own
 * queries, whose writes would make every first visit heavier; the first word of each key is
 * theirs, so that what they write is read anew here too.
 */
import { queryOptions } from '@tanstack/react-query';
import { eventCalls } from '#features/events/contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { memberCalls } from '#features/members/contract.ts';
import { call } from '#web/call.ts';

/** The very next event; null when there is none. */
export const nextEventQuery = queryOptions({
  queryKey: ['events', 'next'],
  queryFn: async ({ signal }) =>
    (await call(eventCalls.upcoming, { query: { take: 1 }, signal })).items[0] ?? null,
});

/** All-time total of what counts towards the group's spending. */
export const expenseTotalQuery = queryOptions({
  queryKey: ['expenses', 'total'],
  queryFn: ({ signal }) => call(expenseCalls.total, { signal }),
});

/** Everybody's balance over all open expenses: the same entry as on the expenses screen. */
export const balancesQuery = queryOptions({
  queryKey: ['expenses', 'balances'],
  queryFn: ({ signal }) => call(expenseCalls.balances, { signal }),
});

/** How many members there are, and one of them only: the directory may be long. */
export const memberCountQuery = queryOptions({
  queryKey: ['members', 'count'],
  queryFn: async ({ signal }) =>
    (await call(memberCalls.list, { query: { take: 1 }, signal })).totalCount,
});
