import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays, MapPin } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { monthTitle } from '#web/ui/day-moves.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import type { Occurrence } from '../contract.ts';
import { timeRange } from '../event-times.ts';
import { monthOf } from '../month.ts';
import { hueChipClass, hueStyle } from './category-hue.ts';
import { EventLink } from './event-link.tsx';
import { upcomingQuery } from './queries.ts';

/** What the chapter meets for next, month by month. */
export function EventsScreen() {
  const upcoming = useInfiniteQuery(upcomingQuery);
  const events = upcoming.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <PageHeader
        title="Events"
        subtitle="What the chapter meets for next"
        actions={
          <LinkButton to="/calendar" icon={<CalendarDays aria-hidden="true" />}>
            Open calendar
          </LinkButton>
        }
      />
      {upcoming.isPending && (
        <Card isFlush label="Events">
          <Loading label="Loading events...">
            <SkeletonRows rows={6} />
          </Loading>
        </Card>
      )}
      {upcoming.isError && events.length === 0 && (
        <Card label="Events">
          <ErrorState
            title="Failed to load events"
            onRetry={() => void upcoming.refetch()}
            isRetrying={upcoming.isFetching}
          >
            {upcoming.error.message}
          </ErrorState>
        </Card>
      )}
      {upcoming.isSuccess && events.length === 0 && (
        <Card label="Events">
          <EmptyState title="No upcoming events" icon={<CalendarDays />}>
            Pick a date in the calendar to plan the next one.
          </EmptyState>
        </Card>
      )}
      <div className="flex flex-col gap-5">
        {byMonth(events).map(([month, ofMonth]) => (
          <Card key={month} isFlush title={monthTitle(`${month}-01`)}>
            <ul className="divide-y divide-soft border-t border-line">
              {ofMonth.map((event) => (
                <li key={event.occurrenceId}>
                  <UpcomingEvent event={event} />
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
      {upcoming.hasNextPage && (
        <div className="mt-5 flex justify-center">
          <Button
            isBusy={upcoming.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void upcoming.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function UpcomingEvent({ event }: { event: Occurrence }) {
  const date = Temporal.PlainDate.from(event.localStart.slice(0, 10));
  return (
    <EventLink
      occurrence={event}
      className="flex items-start gap-4 px-4 py-3.5 hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
    >
      <span
        style={hueStyle(event.categoryColor)}
        className={`${hueChipClass} flex w-13 shrink-0 flex-col items-center rounded-badge py-1.5`}
      >
        <span className="text-xs text-second">
          {date.toLocaleString('en-US', { weekday: 'short' })}
        </span>
        <span className="tabular text-base font-semibold">{date.day}</span>
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{event.title}</span>
        <span className="tabular block text-second">
          {timeRange(event.occurrenceStartDate, event.occurrenceEndDate, event.timeZone)}
        </span>
        {event.location && (
          <span className="flex items-start gap-1 text-xs text-third">
            <MapPin aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{event.location}</span>
          </span>
        )}
        {event.description && (
          <span className="mt-1 line-clamp-2 text-third wrap-anywhere">{event.description}</span>
        )}
      </span>
    </EventLink>
  );
}

/** In the order they come, which is the order of time. */
function byMonth(events: readonly Occurrence[]): [string, Occurrence[]][] {
  return [...Map.groupBy(events, (event) => monthOf(event.localStart))];
}
