import { queryOptions } from '@tanstack/react-query';
import { resetCalls } from '#features/auth/reset-contract.ts';
import { call } from '#web/call.ts';

export const resetOfferQuery = queryOptions({
  queryKey: ['password-reset', 'offer'],
  queryFn: ({ signal }) => call(resetCalls.offer, { signal }),
});

export const resetQuery = (token: string) =>
  queryOptions({
    queryKey: ['password-reset', token],
    queryFn: ({ signal }) => call(resetCalls.look, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
