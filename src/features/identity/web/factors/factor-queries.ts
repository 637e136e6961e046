import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { factorCalls } from '../../factor-contract.ts';
import { passkeysKey, secondFactorKey } from '../../keys.ts';

export const secondFactorQuery = queryOptions({
  queryKey: secondFactorKey,
  queryFn: ({ signal }) => call(factorCalls.secondFactor, { signal }),
});

export const passkeysQuery = queryOptions({
  queryKey: passkeysKey,
  queryFn: async ({ signal }) => (await call(factorCalls.passkeys, { signal })).items,
});
