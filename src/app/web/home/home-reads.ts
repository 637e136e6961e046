import { type QueryClient, useQueries } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { useSession } from '#web/api/session.ts';
import { toOptions } from '#web/home-entries.ts';
import { listReads } from './entries.ts';

/** After this the cards show themselves what is still loading. */
const maxWaitMilliseconds = 1_000;

export async function prefetch(client: QueryClient): Promise<void> {
  const view = client.getQueryData(sessionQuery.queryKey);
  if (!view?.signedIn || !view.chapter) return;
  const reads = listReads({ ...view, role: view.chapter.role });
  await Promise.all(reads.map((read) => client.prefetchQuery(toOptions(read))));
}

/**
 * Whether what Home shows has been read. Its cards appear together, rendered once, instead of as
 * skeletons that move each other when they are replaced.
 */
export function useHomeReads(): boolean {
  const { me } = useSession();
  const isWaiting = useQueries({
    queries: listReads(me).map(toOptions),
    combine: (reads) => reads.some(({ isPending }) => isPending),
  });
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), maxWaitMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  // Deferred, so that rendering many cards does not block the page.
  return useDeferredValue(!isWaiting || isLate);
}
