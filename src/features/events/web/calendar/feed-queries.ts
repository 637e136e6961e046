/** The member's own feed, and the reading of files. */

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { apiBase } from '#web/api/api-base.ts';
import { call } from '#web/api/call.ts';
import { feedCalls } from '../../feed-contract.ts';
import { calendarFeedKey } from '../../keys.ts';

export const feedQuery = queryOptions({
  queryKey: calendarFeedKey,
  queryFn: ({ signal }) => call(feedCalls.detail, { signal }),
});

export function useCreateFeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(feedCalls.create, {}),
    onSuccess: ({ createdAt }) => client.setQueryData(feedQuery.queryKey, { createdAt }),
  });
}

export function useRevokeFeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(feedCalls.revoke, {}),
    onSuccess: () => client.setQueryData(feedQuery.queryKey, { createdAt: null }),
  });
}

/** Whole, as another program needs it. */
export function feedAddress(path: string): string {
  return new URL(`${apiBase}${path}`, window.location.origin).href;
}

export function useImport(calendarId: Id<'calendar'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { text: string; isDryRun: boolean }) =>
      call(feedCalls.import, { params: { calendarId }, body }),
    onSuccess: async ({ isApplied }) => {
      // Events are on the calendar, among those to come, on the home page and in forms of expenses.
      if (isApplied) await client.invalidateQueries();
    },
  });
}
