import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { resetCalls } from '../../reset-contract.ts';

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
