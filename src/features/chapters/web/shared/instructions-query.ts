import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { instructionsKey } from '../../keys.ts';
import { instructionCalls } from '../../payment-instructions-contract.ts';

export const instructionsQuery = queryOptions({
  queryKey: instructionsKey,
  queryFn: ({ signal }) => call(instructionCalls.detail, { signal }),
});
