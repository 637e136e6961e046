import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { callQuery } from '#web/api/call-query.ts';
import { factorCalls } from '../../factor-contract.ts';
import { passkeysKey, secondFactorKey } from '../../keys.ts';

export const secondFactorQuery = callQuery(secondFactorKey, factorCalls.secondFactor, {});

export const passkeysQuery = queryOptions({
  queryKey: passkeysKey,
  queryFn: async ({ signal }) => (await call(factorCalls.passkeys, { signal })).items,
});
