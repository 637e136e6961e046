import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive, CalendarDays, SearchX } from 'lucide-react';
import { plural } from '#kit/words.ts';
import type { ChangePage } from '#web/screen/screen-state.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StaleContent } from '#web/ui/stale-content.tsx';
import type { EventsSearch } from '../search.ts';
import { EventsCard } from './events-card.tsx';
import { eventsPerPage, eventsQuery } from './events-queries.ts';

/** A page of events, with what there is to say when there are none. */
export function EventsList({
  search,
  onPageChange,
  onClear,
}: {
  search: EventsSearch;
  onPageChange: (change: ChangePage) => void;
  /** Forgets what is searched for, and the year. */
  onClear: () => void;
}) {
  const client = useQueryClient();
  const events = useQuery(eventsQuery(search));
  const { page = 1 } = search;
  if (events.isPending) return <LoadingCards />;
  if (!events.data) {
    return (
      <Card label="Events">
        <ErrorState
          title="Failed to load events"
          onRetry={() => void events.refetch()}
          isRetrying={events.isFetching}
        >
          {events.error.message}
        </ErrorState>
      </Card>
    );
  }
  const { items, totalCount } = events.data;
  if (items.length === 0) {
    return (
      <Card label="Events">
        <Nothing search={search} onClear={onClear} onFirstPage={() => onPageChange(() => 1)} />
      </Card>
    );
  }
  return (
    <StaleContent isStale={events.isPlaceholderData}>
      <ul aria-label="Events" className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        {items.map((event) => (
          <li key={event.occurrenceId} className="flex">
            <EventsCard event={event} />
          </li>
        ))}
      </ul>
      <div className="mt-4 rounded-card border border-line bg-surface *:border-t-0">
        <Pagination
          page={page}
          totalPages={Math.ceil(totalCount / eventsPerPage)}
          onPageChange={onPageChange}
          onIntent={(next) => void client.prefetchQuery(eventsQuery({ ...search, page: next }))}
          summary={`Showing ${items.length} of ${plural(totalCount, 'event')}`}
        />
      </div>
    </StaleContent>
  );
}

function LoadingCards() {
  return (
    <Loading label="Loading events...">
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        {['one', 'two', 'three', 'four'].map((card) => (
          <div key={card} className="rounded-card border border-line bg-surface p-5">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="mt-4 h-4 w-full" />
            <Skeleton className="mt-2 h-4 w-2/3" />
            <Skeleton className="mt-6 h-9 w-full" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

function Nothing({
  search,
  onClear,
  onFirstPage,
}: {
  search: EventsSearch;
  onClear: () => void;
  onFirstPage: () => void;
}) {
  const isArchive = search.when === 'past';
  if (search.page !== undefined) {
    return (
      <EmptyState
        title="Nothing on this page"
        icon={<CalendarDays />}
        action={<Button onClick={onFirstPage}>Go to First Page</Button>}
      />
    );
  }
  if (search.search !== undefined || search.year !== undefined) {
    return (
      <EmptyState
        title="No events found"
        icon={<SearchX />}
        action={<Button onClick={onClear}>Show All Events</Button>}
      >
        {search.search === undefined
          ? `There were no events in ${search.year}.`
          : `No title, description, or location matches "${search.search}".`}
      </EmptyState>
    );
  }
  if (isArchive) {
    return (
      <EmptyState title="No past events" icon={<Archive />}>
        Past events will appear here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No upcoming events"
      icon={<CalendarDays />}
      action={<LinkButton to="/calendar">Open Calendar</LinkButton>}
    >
      Pick a date on the calendar to plan the next one.
    </EmptyState>
  );
}
