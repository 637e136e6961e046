import { useQuery, useQueryClient } from '@tanstack/react-query';
import Archive from 'lucide-react/icons/archive';
import CalendarDays from 'lucide-react/icons/calendar-days';
import SearchX from 'lucide-react/icons/search-x';
import { plural } from '#kit/counts.ts';
import type { ChangePage } from '#web/screen/screen-state.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { ListView } from '#web/ui/list-view.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import type { EventsSearch } from '../search.ts';
import type { OpenEventPanel } from '../shared/event-link.tsx';
import { EventDays, LoadingDays } from './event-days.tsx';
import { eventsPerPage, eventsQuery } from './events-queries.ts';

/** A page of events, with its loading and empty states. */
export function EventsList({
  search,
  onEvent,
  onPageChange,
  onClear,
}: {
  search: EventsSearch;
  onEvent: OpenEventPanel;
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
      loading={<LoadingDays />}
      failure="Failed to load events"
      empty={<NoEvents search={search} onClear={onClear} />}
      onPageChange={onPageChange}
      onPageIntent={(next) => void client.prefetchQuery(eventsQuery({ ...search, page: next }))}
      label="Pages of events"
      summary={(shown, total) => `Showing ${shown} of ${plural(total, 'event')}`}
      hasSummaryAlways
      card="Events"
    >
      {({ items }) => <EventDays events={items} onEvent={onEvent} />}
    </ListView>
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
