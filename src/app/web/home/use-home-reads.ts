import { useQueries } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { backupsQuery } from '#features/backups/web/shared/queries.ts';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { invitationsQuery } from '#features/chapters/web/invitations/invitation-queries.ts';
import { nextEventsQuery } from '#features/events/web/home/later-events-card.tsx';
import { spendingQuery } from '#features/expenses/web/home/spending-card.tsx';
import { standingCourseQuery } from '#features/expenses/web/home/standing-card.tsx';
import { newsQuery } from '#features/news/web/queries.ts';
import { waitingPaymentsQuery } from '#features/payments/web/queries.ts';
import { useSession } from '#web/api/session.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import { checklistQueries } from './checklist-card.tsx';
import { openExpensesQuery } from './waiting-card.tsx';

/** After this the cards show themselves what is still loading. */
const maxWaitMilliseconds = 1_000;

/**
 * Whether the cards of the day have been read. They appear together, rendered once, instead of as
 * skeletons that move each other when they are replaced.
 */
export function useHomeReads(): boolean {
  const { me } = useSession();
  const mayCall = useMayCall();
  const isWaiting = useQueries({
    queries: [
      nextEventsQuery,
      waitingPaymentsQuery,
      standingCourseQuery,
      newsQuery,
      spendingQuery,
      ...(me.role === 'member' ? [] : [openExpensesQuery]),
      ...(mayCall(invitationCalls.list) ? [invitationsQuery] : []),
      ...(me.role === 'admin' ? checklistQueries : []),
      ...(me.isInstallationAdmin ? [backupsQuery] : []),
    ],
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
