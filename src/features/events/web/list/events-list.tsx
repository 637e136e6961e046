import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive, CalendarDays, SearchX } from 'lucide-react';
import { plural } from '#kit/counts.ts';
import type { ChangePage } from '#web/screen/screen-state.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListView } from '#web/ui/list-view.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { EventsSearch } from '../search.ts';
import { EventListCard } from './event-card.tsx';
import { eventsPerPage, eventsQuery } from './events-queries.ts';

/** A page of events, with its loading and empty states. */
export function EventsList({
  search,
  onPageChange,
  onClear,
}: {
  search: EventsSearch;
  onPageChange: (change: ChangePage, how?: { replace: boolean }) => void;
  /** Clears the search and the year. */
  onClear: () => void;
}) {
  const client = useQueryClient();
  const events = useQuery(eventsQuery(search));
  const { page = 1 } = search;
  return (
    <ListView
      query={events}
      page={page}
      getPage={({ items, totalCount }) => ({
        items,
        totalCount,
        totalPages: Math.ceil(totalCount / eventsPerPage),
      })}
      loading={<LoadingCards />}
      failure="Failed to load events"
      empty={<NoEvents search={search} onClear={onClear} />}
      onPageChange={onPageChange}
      onPageIntent={(next) => void client.prefetchQuery(eventsQuery({ ...search, page: next }))}
      label="Pages of events"
      summary={(shown, total) => `Showing ${shown} of ${plural(total, 'event')}`}
      hasSummaryAlways
      card="Events"
    >
      {({ items }) => (
        <ul aria-label="Events" className="grid grid-cols-1 gap-4 xl:grid-cols-2">
          {items.map((event) => (
            <li key={event.occurrenceId} className="flex">
              <EventListCard event={event} />
            </li>
          ))}
        </ul>
      )}
    </ListView>
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

function NoEvents({ search, onClear }: { search: EventsSearch; onClear: () => void }) {
  const isArchive = search.when === 'past';
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
