import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiBase } from '#web/api/api-base.ts';
import { call } from '#web/api/call.ts';
import { callQuery } from '#web/api/call-query.ts';
import { feedCalls } from '../../feed-contract.ts';
import { calendarFeedKey } from '../../keys.ts';

export const feedQuery = callQuery(calendarFeedKey, feedCalls.detail, {});

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

/** The absolute address, for other programs. */
export function feedAddress(path: string): string {
  return new URL(`${apiBase}${path}`, window.location.origin).href;
}
