/** Queries of the directory, which the server searches and sorts page by page. */

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { memberCalls } from '../../contract.ts';
import { directoryCalls } from '../../directory-contract.ts';
import { membersKey } from '../../keys.ts';
import type { MembersSearch } from '../search.ts';

/** By join date newest first, otherwise from A to Z. */
function toDirectoryQuery({ q, sort, initial }: MembersSearch) {
  return {
    q,
    initial,
    sort: sort ?? 'name',
    direction: sort === 'joined' ? 'desc' : 'asc',
  } as const;
}

/** Fits a typical chapter. */
const pageSize = 60;

export function directoryQuery(search: MembersSearch) {
  const request = toDirectoryQuery(search);
  return infiniteQueryOptions({
    queryKey: [...membersKey, 'directory', request],
    queryFn: ({ pageParam, signal }) =>
      call(directoryCalls.search, {
        query: { ...request, skip: pageParam, take: pageSize },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ totalCount }, _, skip) =>
      skip + pageSize < totalCount ? skip + pageSize : undefined,
    placeholderData: keepPreviousData,
  });
}

/** The letters of the index. */
export const initialsQuery = queryOptions({
  queryKey: [...membersKey, 'initials'],
  queryFn: async ({ signal }) => (await call(directoryCalls.initials, { signal })).items,
});

/** The number of all members, shared with Home. */
export const memberCountQuery = queryOptions({
  queryKey: [...membersKey, 'count'],
  queryFn: async ({ signal }) =>
    (await call(memberCalls.list, { query: { take: 1 }, signal })).totalCount,
});

export function exportMembers(search: MembersSearch, format: 'csv' | 'vcard') {
  return call(directoryCalls.export, { query: { ...toDirectoryQuery(search), format } });
}
