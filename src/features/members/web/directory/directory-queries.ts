/** The directory as its screen holds it: found and sorted by the server, a page at a time. */

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { memberCalls } from '../../contract.ts';
import { directoryCalls } from '../../directory-contract.ts';
import { membersKey } from '../../keys.ts';
import type { MembersSearch } from '../search.ts';

/** Newest members first; everything else from A to Z. */
export function wantedOf({ q, sort }: MembersSearch) {
  return {
    q,
    sort: sort ?? 'name',
    direction: sort === 'joined' ? 'desc' : 'asc',
  } as const;
}

/** A typical chapter comes as a whole. */
const pageSize = 60;

export function directoryQuery(search: MembersSearch) {
  const wanted = wantedOf(search);
  return infiniteQueryOptions({
    queryKey: [...membersKey, 'directory', wanted],
    queryFn: ({ pageParam, signal }) =>
      call(directoryCalls.search, {
        query: { ...wanted, skip: pageParam, take: pageSize },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ totalCount }, _, skip) =>
      skip + pageSize < totalCount ? skip + pageSize : undefined,
    // What was found stays until the next is there.
    placeholderData: keepPreviousData,
  });
}

/** How many members there are, whatever is searched for: the same entry as on Home. */
export const memberCountQuery = queryOptions({
  queryKey: [...membersKey, 'count'],
  queryFn: async ({ signal }) =>
    (await call(memberCalls.list, { query: { take: 1 }, signal })).totalCount,
});

export function exportMembers(search: MembersSearch, format: 'csv' | 'vcard') {
  return call(directoryCalls.export, { query: { ...wantedOf(search), format } });
}
