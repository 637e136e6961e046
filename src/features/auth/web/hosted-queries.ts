/** Whether one's account is connected with the hosted provider, as the browser holds it. */
import { queryOptions } from '@tanstack/react-query';
import { hostedCalls } from '#features/auth/hosted-contract.ts';
import { call } from '#web/call.ts';

export const connectionQuery = queryOptions({
  queryKey: ['hosted-connection'],
  queryFn: ({ signal }) => call(hostedCalls.connection, { signal }),
});
