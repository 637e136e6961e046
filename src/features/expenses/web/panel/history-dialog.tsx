import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import {
  ChangeList,
  HistoryDialog as History,
  historyEntryClass,
} from '#web/ui/overlays/history.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { ShowMore } from '#web/ui/states/query-view.tsx';
import { type ExpenseEvent, expenseCalls } from '../../contract.ts';
import { expensesKey } from '../../keys.ts';
import { useEventChoices } from '../form/event-choice.ts';
import { unknownName } from '../people.ts';
import { useNames } from '../use-names.ts';
import { describeAction, listChanges, listPeople, type Naming } from './history-changes.ts';

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

/** All changes of an expense, newest first, even if it is deleted. */
export function HistoryDialog({
  expenseId,
  open,
  onClose,
}: OverlayProps & { expenseId: Id<'expense'> }) {
  const history = useInfiniteQuery({ ...historyQuery(expenseId), enabled: open });
  const newest = history.data?.pages[0]?.events.items[0];
  return (
    <History
      open={open}
      onClose={onClose}
      description={(newest?.after ?? newest?.before)?.title ?? 'Who did what, when'}
      size="lg"
      query={history}
      notFound={<EmptyState title="Expense not found">This expense doesn't exist.</EmptyState>}
    >
      {({ pages }) => (
        <>
          <Events events={pages.flatMap((page) => page.events.items)} />
          <div className="mt-4 empty:hidden">
            <ShowMore query={history} failure="Couldn't load more of the history." />
          </div>
        </>
      )}
    </History>
  );
}

function Events({ events }: { events: readonly ExpenseEvent[] }) {
  const { chapter } = useSession();
  const names = useNames(events.flatMap(listPeople));
  const { choices } = useEventChoices();
  const naming: Naming = {
    personName: (id) => names.get(id) ?? unknownName,
    eventName: (id) => choices.find((choice) => choice.id === id)?.title ?? 'another event',
    timeZone: chapter.timeZone,
  };
  return (
    <ol aria-label="Changes, newest first">
      {events.map((event) => (
        <li key={event.id} className={`flex gap-3 ${historyEntryClass}`}>
          {event.by && <Avatar id={event.by.id} name={event.by.name} />}
          <div className="min-w-0 flex-1">
            <p>
              <span className="font-medium">{event.by?.name || 'System'}</span>{' '}
              <span className="text-second">{describeAction(event)}</span>
            </p>
            <DateText
              at={event.at}
              zone={chapter.timeZone}
              format="dateTime"
              className="mb-2 block text-xs text-third"
            />
            <ChangeList changes={listChanges(event, naming)} />
          </div>
        </li>
      ))}
    </ol>
  );
}
