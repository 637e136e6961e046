/** The member's import of a calendar file, which goes on when its dialog is closed. */
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { newId } from '#web/api/new-id.ts';
import { useWrite } from '#web/api/use-write.ts';
import type { ImportedEvent } from '../../../feed-contract.ts';
import { type CalendarImport, importCalls } from '../../../import-contract.ts';
import { calendarFeedKey } from '../../../keys.ts';

/** Below a key that is loaded anyway, because the first load has no room for another. */
const calendarImportKey = [...calendarFeedKey, 'import'] as const;
const pollMilliseconds = 700;
const pageSize = 50;

export function isAtWork(found: CalendarImport | null | undefined): boolean {
  return found?.phase === 'reading' || found?.phase === 'importing';
}

export const importQuery = queryOptions({
  queryKey: calendarImportKey,
  queryFn: ({ signal }) => call(importCalls.current, { signal }),
  select: (reply) => reply.import,
  refetchInterval: ({ state: { data } }) => (isAtWork(data?.import) ? pollMilliseconds : false),
  staleTime: 0,
});

export const reportQuery = (
  { id, phase }: Pick<CalendarImport, 'id' | 'phase'>,
  outcome: ImportedEvent['outcome'] | 'all',
) =>
  infiniteQueryOptions({
    queryKey: [...calendarImportKey, 'events', id, phase, outcome],
    queryFn: ({ pageParam, signal }) =>
      call(importCalls.events, {
        params: { importId: id },
        query: {
          skip: pageParam,
          take: pageSize,
          outcome: outcome === 'all' ? undefined : outcome,
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ currentPage, totalPages }) =>
      currentPage < totalPages ? currentPage * pageSize : undefined,
  });

export function useSendFile(calendarId: Id<'calendar'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (file: File) =>
      call(importCalls.send, {
        params: { calendarId },
        query: { id: newId<'calendar-import'>(), fileName: file.name },
        body: await compress(file),
      }),
    onSuccess: (sent) => client.setQueryData(importQuery.queryKey, { import: sent }),
    // Another one may be under way, from another browser.
    onError: () => client.invalidateQueries({ queryKey: calendarImportKey }),
  });
}

export function useStartImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, includesPrivate }: { id: CalendarImport['id']; includesPrivate: boolean }) =>
      call(importCalls.start, { params: { importId: id }, body: { includesPrivate } }),
    onSuccess: (started) => client.setQueryData(importQuery.queryKey, { import: started }),
    // Whatever has become of it meanwhile.
    onError: () => client.invalidateQueries({ queryKey: calendarImportKey }),
  });
}

export const useCancelImport = () =>
  useWrite(calendarImportKey, ({ id }: Pick<CalendarImport, 'id'>) =>
    call(importCalls.cancel, { params: { importId: id } }),
  );

/** A tenth of its size, for slow connections. */
async function compress(file: File): Promise<Uint8Array> {
  const packed = file.stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
