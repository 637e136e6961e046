/** Queries of the audit log, which are always refetched. */

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { type AuditRecord, auditCalls } from '../contract.ts';
import { auditKey } from '../keys.ts';
import type { AuditSearch } from './search.ts';

/** The part of the address that filters the list. */
function toFilter({ search, actor: actorId, kind, action, from, to }: AuditSearch) {
  return { search, actorId, kind, action, from, to };
}

export const recordsQuery = (search: AuditSearch) => {
  const filter = toFilter(search);
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
    // Records never change, but their subjects may be deleted.
    staleTime: 0,
  });

/** Keeps files small enough for spreadsheets. */
export const maxExportedRecords = 10_000;
const exportPageSize = 200;

/** All filtered records up to the limit; `onProgress` gets the number read so far. */
export async function readForExport(
  search: AuditSearch,
  onProgress: (count: number) => void,
): Promise<{ records: AuditRecord[]; isComplete: boolean }> {
  const records: AuditRecord[] = [];
  let before: number | undefined;
  do {
    const query = { ...toFilter(search), before, take: exportPageSize };
    const page = await call(auditCalls.list, { query });
    records.push(...page.items);
    onProgress(records.length);
    before = page.next ?? undefined;
  } while (before !== undefined && records.length < maxExportedRecords);
  return { records, isComplete: before === undefined };
}
