import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readFilesAgain } from '#features/files/web/shared/read-again.ts';
import type { Id } from '#kit/id.ts';
import { getBaseUrl } from '#web/api/api-base.ts';
import { call } from '#web/api/call.ts';
import { buildAddress } from '#web/api/request.ts';
import { eventFileCalls } from '../../event-file-contract.ts';
import { eventsKey } from '../../keys.ts';

export function filesQuery(occurrenceId: Id<'occurrence'>) {
  return queryOptions({
    queryKey: [...eventsKey, 'files', occurrenceId],
    queryFn: async ({ signal }) =>
      (await call(eventFileCalls.list, { params: { occurrenceId }, signal })).items,
  });
}

/** Also brings back a file that was removed. */
export async function addFile(
  client: QueryClient,
  occurrenceId: Id<'occurrence'>,
  fileId: Id<'file'>,
): Promise<void> {
  const params = { occurrenceId };
  await call(eventFileCalls.add, { params, body: { fileIds: [fileId] } });
  await refreshFiles(client, occurrenceId);
}

export async function removeFile(
  client: QueryClient,
  occurrenceId: Id<'occurrence'>,
  fileId: Id<'file'>,
): Promise<void> {
  try {
    await call(eventFileCalls.remove, { params: { occurrenceId, fileId } });
  } finally {
    await refreshFiles(client, occurrenceId);
  }
}

/** The files, and the events that name them; no list does. */
async function refreshFiles(client: QueryClient, occurrenceId: Id<'occurrence'>): Promise<void> {
  await Promise.all([
    readFilesAgain(client, filesQuery(occurrenceId).queryKey),
    client.invalidateQueries({ queryKey: [...eventsKey, 'one'] }),
  ]);
}

export function getFileAddress(
  occurrenceId: Id<'occurrence'>,
  fileId: Id<'file'>,
  which: 'read' | 'readPreview' = 'read',
): string {
  const contract = eventFileCalls[which];
  return getBaseUrl(contract) + buildAddress(contract, { params: { occurrenceId, fileId } });
}
