import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { callQuery } from '#web/api/call-query.ts';
import { passwordResetKey } from '../../keys.ts';
import { resetCalls } from '../../reset-contract.ts';

export const resetOfferQuery = callQuery([...passwordResetKey, 'offer'], resetCalls.offer, {});

export const resetQuery = (token: string) =>
  queryOptions({
    queryKey: [...passwordResetKey, token],
    queryFn: ({ signal }) => call(resetCalls.preview, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
