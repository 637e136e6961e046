/**
 * What Home reads of the other features. Straight from their contracts and not through their own
 * queries, whose writes would make every first visit heavier; the first word of each key is
 * theirs, so that what they write is read anew here too.
 */

import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { eventsKey } from '#features/events/keys.ts';
import { upcomingCall } from '#features/events/summary-contract.ts';
import { expensesKey } from '#features/expenses/keys.ts';
import { totalCall } from '#features/expenses/summary-contract.ts';
import { memberCalls } from '#features/members/contract.ts';
import { membersKey } from '#features/members/keys.ts';
import { call } from '#web/api/call.ts';

export type NextEvent = z.output<typeof upcomingCall.reply>['items'][number];

/** The very next event; null when there is none. */
export const nextEventQuery = queryOptions({
  queryKey: [...eventsKey, 'next'],
  queryFn: async ({ signal }) =>
    (await call(upcomingCall, { query: { take: 1 }, signal })).items[0] ?? null,
});

/** All-time total of what counts towards the group's spending. */
export const expenseTotalQuery = queryOptions({
  queryKey: [...expensesKey, 'total'],
  queryFn: ({ signal }) => call(totalCall, { signal }),
});

/** How many members there are, and one of them only: the directory may be long. */
export const memberCountQuery = queryOptions({
  queryKey: [...membersKey, 'count'],
  queryFn: async ({ signal }) =>
    (await call(memberCalls.list, { query: { take: 1 }, signal })).totalCount,
});
