import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { oidcConnectionKey } from '../../keys.ts';
import { oidcCalls } from '../../oidc-contract.ts';

export const connectionQuery = queryOptions({
  queryKey: oidcConnectionKey,
  queryFn: ({ signal }) => call(oidcCalls.connection, { signal }),
});
