import { type FetchQueryOptions, type QueryClient, useQueries } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { backupsQuery } from '#features/backups/web/shared/queries.ts';
import { invitationsQuery } from '#features/chapters/web/invitations/invitation-queries.ts';
import { bankBalanceQuery } from '#features/chapters/web/shared/bank-balance-query.ts';
import { nextEventsQuery } from '#features/events/web/home/next-events-query.ts';
import { expenseTotalQuery } from '#features/expenses/web/balances/expenses-card.tsx';
import { standingsQuery } from '#features/expenses/web/balances-query.ts';
import { spendingQuery } from '#features/expenses/web/home/spending-card.tsx';
import { standingCourseQuery } from '#features/expenses/web/home/standing-card.tsx';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { asksQuery } from '#features/members/web/asks/asks-card.tsx';
import { memberCountQuery } from '#features/members/web/directory/directory-card.tsx';
import { newsQuery } from '#features/news/web/queries.ts';
import { waitingPaymentsQuery } from '#features/payments/web/queries.ts';
import { type Session, useSession } from '#web/api/session.ts';
import { openExpensesQuery, openWithoutReceiptQuery } from './waiting-card.tsx';

/** After this the cards show themselves what is still loading. */
const maxWaitMilliseconds = 1_000;

type Reader = Pick<Session['me'], 'role' | 'isInstallationAdmin'>;

/** What Home reads before it is shown. None waits for another. */
function listReads({ role, isInstallationAdmin }: Reader) {
  return [
    nextEventsQuery,
    standingsQuery,
    waitingPaymentsQuery,
    newsQuery,
    asksQuery,
    standingCourseQuery,
    spendingQuery,
    expenseTotalQuery,
    memberCountQuery,
    ...(role === 'member' ? [] : [openExpensesQuery, openWithoutReceiptQuery]),
    ...(role === 'admin' ? [invitationsQuery, bankBalanceQuery] : []),
    ...(isInstallationAdmin ? [backupsQuery] : []),
  ] as const;
}

export async function prefetchHome(client: QueryClient): Promise<void> {
  const view = client.getQueryData(sessionQuery.queryKey);
  if (!view?.signedIn || !view.chapter) return;
  const reads = listReads({ ...view, role: view.chapter.role });
  // Each read has a type of its own, of which fetching ahead needs nothing.
  await Promise.all(
    reads.map((read) => client.prefetchQuery(read as unknown as FetchQueryOptions)),
  );
}

/**
 * Whether what Home shows has been read. Its cards appear together, rendered once, instead of as
 * skeletons that move each other when they are replaced.
 */
export function useHomeReads(): boolean {
  const { me } = useSession();
  const isWaiting = useQueries({
    queries: listReads(me),
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
