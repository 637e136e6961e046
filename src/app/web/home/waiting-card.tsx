import { queryOptions, useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { invitationsQuery } from '#features/chapters/web/invitations/invitation-queries.ts';
import { nextEventsQuery } from '#features/events/web/home/next-events-query.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { expensesKey } from '#features/expenses/keys.ts';
import { waitingPaymentsQuery } from '#features/payments/web/queries.ts';
import { useActs } from '#features/payments/web/use-acts.ts';
import { sumCents } from '#kit/money.ts';
import { call } from '#web/api/call.ts';
import { useSession } from '#web/api/session.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loading } from '#web/ui/loading.tsx';
import type { ViewedQuery } from '#web/ui/query-view.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { listWaiting, type Waiting } from './waiting.ts';

const countOpen = async (receipts: 'none' | undefined, signal: AbortSignal) => {
  const query = { status: 'open', receipts, take: 1 } as const;
  return (await call(expenseCalls.list, { query, signal })).expenses.totalCount;
};

export const openExpensesQuery = queryOptions({
  queryKey: [...expensesKey, 'open count'],
  queryFn: ({ signal }) => countOpen(undefined, signal),
});

export const openWithoutReceiptQuery = queryOptions({
  queryKey: [...expensesKey, 'open count', 'without receipt'],
  queryFn: ({ signal }) => countOpen('none', signal),
});

/** Only while the page is seen. */
const refreshing = { refetchInterval: 30_000 };

/** What waits for the user, by role: replies, payments, open expenses, and invitations. */
export function WaitingCard() {
  const { me } = useSession();
  const actsOf = useActs();
  const settles = me.role !== 'member';
  const invites = useMayCall()(invitationCalls.list);
  const events = useQuery({ ...nextEventsQuery, ...refreshing });
  const payments = useQuery({ ...waitingPaymentsQuery, ...refreshing });
  const expenses = useQuery({ ...openExpensesQuery, ...refreshing, enabled: settles });
  const withoutReceipt = useQuery({
    ...openWithoutReceiptQuery,
    ...refreshing,
    enabled: settles,
  });
  const invitations = useQuery({ ...invitationsQuery, ...refreshing, enabled: invites });
  const needed: ViewedQuery<unknown>[] = [
    events,
    payments,
    ...(settles ? [expenses, withoutReceipt] : []),
    ...(invites ? [invitations] : []),
  ];
  const toConfirm = payments.data?.filter((payment) => actsOf(payment).has('confirm')) ?? [];
  const waiting = listWaiting({
    payments: toConfirm.length,
    amount: sumCents(toConfirm.map(({ amount }) => amount)),
    unanswered: events.data?.items.filter(({ rsvp }) => rsvp.isOpen && !rsvp.mine).length ?? 0,
    openExpenses: expenses.data ?? 0,
    withoutReceipt: withoutReceipt.data ?? 0,
    invitations: invitations.data?.filter(({ state }) => state === 'open').length ?? 0,
  });
  const failed = needed.filter(({ data, error }) => data === undefined && error);
  const isLoading = needed.some(({ data, error }) => data === undefined && !error);
  return (
    <Card title="Waiting for You">
      {isLoading ? (
        <Loading label="Loading what waits for you...">
          <SkeletonRows rows={2} />
        </Loading>
      ) : (
        <ul className="-my-2 divide-y divide-soft empty:hidden">
          {waiting.map((item) => (
            <WaitingRow key={item.label} {...item} />
          ))}
        </ul>
      )}
      {!isLoading && failed.length === 0 && waiting.length === 0 && (
        <p className="text-second">Nothing is waiting for you.</p>
      )}
      {failed.length > 0 && (
        <div role="alert" className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-second">Couldn't load everything that waits for you.</p>
          <Button
            size="sm"
            isBusy={failed.some(({ isFetching }) => isFetching)}
            busyLabel="Retrying..."
            onClick={() => {
              for (const query of failed) void query.refetch();
            }}
          >
            Retry
          </Button>
        </div>
      )}
    </Card>
  );
}

function WaitingRow({ count, label, link }: Waiting) {
  return (
    <li>
      <TextLink
        {...link}
        className="flex min-h-11 items-center justify-between gap-3 py-2 text-ink!"
      >
        <span className="min-w-0">
          <span className="tabular font-semibold">{count}</span> {label}
        </span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-third" />
      </TextLink>
    </li>
  );
}
