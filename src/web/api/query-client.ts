import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isOutage } from './call-error.ts';

const isWorthRetrying = (failures: number, error: Error) => failures < 2 && isOutage(error);

/** Logs every failed read, also those that no screen reports. */
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
      // Being offline is reported at once like any failure, and retried when the network is back.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // Only people repeat writes, so that they know what happened.
    mutations: { networkMode: 'always', retry: false },
  },
});
