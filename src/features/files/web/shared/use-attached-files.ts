import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import type { AttachedFile } from '../../contract.ts';
import type { AttachedFileCalls } from './attached-files.tsx';
import { readFilesAgain } from './read-again.ts';

/** The calls of the thing that the files belong to. */
type Calls = Pick<AttachedFileCalls, 'getAddress'> & {
  readonly queryKey: QueryKey;
  readonly list: (signal: AbortSignal) => Promise<{ items: readonly AttachedFile[] }>;
  readonly add: (fileId: Id<'file'>) => Promise<unknown>;
  readonly remove: (fileId: Id<'file'>) => Promise<unknown>;
  /** Reads again what else names or counts them. */
  readonly refresh: () => unknown;
};

/** The files of one thing for `AttachedFiles`, read again after each change. */
export function useAttachedFiles(
  { queryKey, list, add, remove, getAddress, refresh }: Calls,
  enabled: boolean,
) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await list(signal)).items,
    enabled,
  });
  const readAgain = async () => {
    await Promise.all([readFilesAgain(client, queryKey), refresh()]);
  };
  const calls: AttachedFileCalls = {
    add: async (fileId) => {
      await add(fileId);
      await readAgain();
    },
    remove: async (fileId) => {
      try {
        await remove(fileId);
      } finally {
        await readAgain();
      }
    },
    getAddress,
  };
  return { items: query.data, error: query.error, onRetry: () => void query.refetch(), calls };
}
