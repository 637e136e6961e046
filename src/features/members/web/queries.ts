/** All members and the chapter's groups of them, sorted by name. */

import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { callQuery } from '#web/api/call-query.ts';
import { memberCalls } from '../contract.ts';
import { groupCalls } from '../group-contract.ts';
import { membersKey } from '../keys.ts';

export const membersQuery = callQuery([...membersKey, 'all'], memberCalls.list, {});

export const groupsQuery = queryOptions({
  queryKey: [...membersKey, 'groups'],
  queryFn: async ({ signal }) => (await call(groupCalls.list, { signal })).items,
});
