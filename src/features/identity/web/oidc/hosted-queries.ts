/** Whether one's account is connected with the hosted provider, as the browser holds it. */

import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { hostedCalls } from '../../hosted-contract.ts';
import { hostedConnectionKey } from '../../keys.ts';

export const connectionQuery = queryOptions({
  queryKey: hostedConnectionKey,
  queryFn: ({ signal }) => call(hostedCalls.connection, { signal }),
});
