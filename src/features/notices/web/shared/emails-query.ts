import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { emailCalls } from '../../contract.ts';
import { emailsKey } from '../../keys.ts';

export const emailsQuery = queryOptions({
  queryKey: emailsKey,
  queryFn: ({ signal }) => call(emailCalls.detail, { signal }),
});
