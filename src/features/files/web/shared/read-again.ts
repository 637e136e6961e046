import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Reads the files of something again after they changed. TanStack Query does not begin a first read anew when it
 * is invalidated, and would take what it brings from before the change for what is true.
 */
export async function readFilesAgain(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries({ queryKey });
}
