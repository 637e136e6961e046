/** The audit as an admin's browser holds it: read anew whenever somebody looks. */

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { type AuditRecord, auditCalls } from '../contract.ts';
import { auditKey } from '../keys.ts';
import type { AuditSearch } from './search.ts';

/** The part of the address that narrows the list. */
export function filterOf({ search, actor: actorId, kind, action, from, to }: AuditSearch) {
  return { search, actorId, kind, action, from, to };
}

export const recordsQuery = (search: AuditSearch) => {
  const filter = filterOf(search);
  return infiniteQueryOptions({
    queryKey: [...auditKey, 'records', filter],
    queryFn: ({ signal, pageParam: before }) =>
      call(auditCalls.list, { query: { ...filter, before }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (shown) => shown,
    staleTime: 0,
  });
};

export const choicesQuery = queryOptions({
  queryKey: [...auditKey, 'choices'],
  queryFn: ({ signal }) => call(auditCalls.choices, { signal }),
  staleTime: 0,
});

export const recordQuery = (recordId: Id<'audit'>) =>
  queryOptions({
    queryKey: [...auditKey, 'record', recordId],
    queryFn: ({ signal }) => call(auditCalls.detail, { params: { recordId }, signal }),
    // Nothing recorded ever changes; what it is about may go.
    staleTime: 0,
  });

/** More would be a file that no spreadsheet opens gladly. */
export const maxExported = 10_000;
const exportedAtOnce = 200;

/** All records that the filter leaves, at most so many; `onProgress` hears how many there are yet. */
export async function readForExport(
  search: AuditSearch,
  onProgress: (count: number) => void,
): Promise<{ records: AuditRecord[]; isWhole: boolean }> {
  const records: AuditRecord[] = [];
  let before: number | undefined;
  do {
    const query = { ...filterOf(search), before, take: exportedAtOnce };
    const page = await call(auditCalls.list, { query });
    records.push(...page.items);
    onProgress(records.length);
    before = page.next ?? undefined;
  } while (before !== undefined && records.length < maxExported);
  return { records, isWhole: before === undefined };
}
