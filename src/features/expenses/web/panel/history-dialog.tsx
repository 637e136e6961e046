import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { isGone } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { type ExpenseEvent, expenseCalls } from '../../contract.ts';
import { expensesKey } from '../../keys.ts';
import { useEventChoices } from '../form/event-choice.ts';
import { unknownName } from '../people.ts';
import { useNamesOf } from '../use-names.ts';
import { actionWords, type Change, changesOf, type Naming, peopleOf } from './history-changes.ts';

function historyQuery(expenseId: Id<'expense'>) {
  return infiniteQueryOptions({
    queryKey: [...expensesKey, 'history', expenseId],
    queryFn: ({ signal, pageParam: skip }) =>
      call(expenseCalls.history, { params: { expenseId }, query: { skip }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ events: { currentPage, totalPages, pageSize } }) =>
      currentPage < totalPages ? currentPage * pageSize : undefined,
  });
}

/** Everything that was ever done to an expense, the newest first; of a deleted one too. */
export function HistoryDialog({
  expenseId,
  open,
  onClose,
}: {
  expenseId: Id<'expense'>;
  open: boolean;
  onClose: () => void;
}) {
  const history = useInfiniteQuery({ ...historyQuery(expenseId), enabled: open });
  const events = history.data?.pages.flatMap((page) => page.events.items);
  const newest = events?.[0]?.after ?? events?.[0]?.before;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="History"
      description={
        <span className="line-clamp-2 wrap-anywhere">{newest?.title ?? 'Who did what, when'}</span>
      }
      size="lg"
      readingLabel="Versions"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {events ? (
        <>
          <Events events={events} />
          {history.hasNextPage && (
            <Button
              className="mt-4 w-full"
              isBusy={history.isFetchingNextPage}
              busyLabel="Loading..."
              onClick={() => void history.fetchNextPage()}
            >
              Show More
            </Button>
          )}
        </>
      ) : isGone(history.error) ? (
        <EmptyState title="Expense not found">This expense doesn't exist.</EmptyState>
      ) : history.isError ? (
        <ErrorState
          title="Couldn't load the history."
          onRetry={() => void history.refetch()}
          isRetrying={history.isFetching}
        >
          {history.error.message}
        </ErrorState>
      ) : (
        <Loading label="Loading history...">
          <SkeletonRows rows={4} />
        </Loading>
      )}
    </Dialog>
  );
}

function Events({ events }: { events: readonly ExpenseEvent[] }) {
  const { chapter } = useSession();
  const names = useNamesOf(events.flatMap(peopleOf));
  const { choices } = useEventChoices();
  const naming: Naming = {
    personName: (id) => names.get(id) ?? unknownName,
    eventName: (id) => choices.find((choice) => choice.id === id)?.title ?? 'another event',
    timeZone: chapter.timeZone,
  };
  return (
    <ol aria-label="Changes, newest first">
      {events.map((event) => (
        <li
          key={event.id}
          className="flex gap-3 border-b border-soft py-4 first:pt-0 last:border-b-0 last:pb-0"
        >
          {event.by && <Avatar id={event.by.id} name={event.by.name} />}
          <div className="min-w-0 flex-1">
            <p>
              <span className="font-medium">{event.by?.name || 'System'}</span>{' '}
              <span className="text-second">{actionWords(event)}</span>
            </p>
            <DateText
              at={event.at}
              zone={chapter.timeZone}
              format="dateTime"
              className="block text-xs text-third"
            />
            <Changes changes={changesOf(event, naming)} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="mt-2 grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 max-sm:grid-cols-1">
      {changes.map((change) => (
        <div
          key={`${change.name} ${change.before} ${change.after}`}
          className="col-span-full grid grid-cols-subgrid"
        >
          <dt className="text-third">{change.name}</dt>
          <dd className="tabular min-w-0 whitespace-pre-wrap wrap-anywhere">
            <BeforeAfter change={change} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function BeforeAfter({ change: { before, after } }: { change: Change }) {
  if (before === undefined) return <ins className="no-underline">{after}</ins>;
  if (after === undefined) return <del className="text-third">{before}</del>;
  return (
    <>
      <del className="text-third">{before}</del>
      <span aria-hidden="true" className="text-third">
        {' → '}
      </span>
      <span className="sr-only"> changed to </span>
      <ins className="no-underline">{after}</ins>
    </>
  );
}
