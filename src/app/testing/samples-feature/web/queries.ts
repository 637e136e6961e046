import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { sampleCalls } from '../contract.ts';
import { samplesKey } from '../keys.ts';

export const samplesQuery = queryOptions({
  queryKey: samplesKey,
  queryFn: async ({ signal }) => (await call(sampleCalls.list, { signal })).items,
});
