import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { eventMailCalls } from '../../event-mail-contract.ts';
import { eventMailsKey } from '../../keys.ts';

export const eventMailsQuery = queryOptions({
  queryKey: eventMailsKey,
  queryFn: ({ signal }) => call(eventMailCalls.detail, { signal }),
});
