import { QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';

/** What was refused stays refused; what failed on its way or in the server may work next time. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (!(error instanceof CallError)) return false;
  return failures < 2 && (error.status === 0 || error.status >= 500);
}

/** The log of every failed read; where a screen says nothing about one, it is here. */
const queryCache = new QueryCache({
  onError: (error, { queryKey }) => {
    // oxlint-disable-next-line no-console -- the specification wants these failures logged
    console.info(`Failed to read ${String(queryKey[0])}:`, error.message);
  },
});

export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      retry: isWorthRetrying,
      retryDelay: (failures) => 400 * 2 ** failures,
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      // Offline is a failure like another: said at once, tried again when the network is back.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // A write is repeated by the person alone, who then knows what happened.
    mutations: { networkMode: 'always', retry: false },
  },
});
