import { queryOptions } from '@tanstack/react-query';
import { memberCalls } from '#features/members/contract.ts';
import { membersKey } from '#features/members/web/queries.ts';
import { call } from '#web/call.ts';

/** How many members there are, and one of them only: the directory may be long. */
export const memberCountQuery = queryOptions({
  queryKey: [...membersKey, 'count'],
  queryFn: async ({ signal }) =>
    (await call(memberCalls.list, { query: { take: 1 }, signal })).totalCount,
});
