/** All members, sorted by name. */

import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { memberCalls } from '../contract.ts';
import { membersKey } from '../keys.ts';

export const membersQuery = queryOptions({
  queryKey: [...membersKey, 'all'],
  queryFn: ({ signal }) => call(memberCalls.list, { signal }),
});
