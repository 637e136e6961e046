/** One's second factor and passkeys, as the browser holds them. */
import { queryOptions } from '@tanstack/react-query';
import { factorCalls } from '#features/auth/factor-contract.ts';
import { call } from '#web/call.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(factorCalls.secondFactor, { signal }),
});

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await call(factorCalls.passkeys, { signal })).items,
});
