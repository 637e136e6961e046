import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { formatDay, localToDay } from '#kit/day.ts';
import { call } from '#web/api/call.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { formatWhen } from '../../format-times.ts';
import { eventsKey } from '../../keys.ts';
import { upcomingCall } from '../../summary-contract.ts';
import { RsvpControl } from '../rsvp/rsvp-control.tsx';
import { EventLink } from '../shared/event-link.tsx';
import type { NextEvent } from './next-event-query.ts';

const shownEvents = 6;

/** The next events, of which Home's first card has the first. */
export const nextEventsQuery = {
  queryKey: [...eventsKey, 'next events'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(upcomingCall, { query: { take: shownEvents }, signal }),
};

export function useNextEvents(): UseQueryResult<{ items: NextEvent[] }> {
  return useQuery(nextEventsQuery);
}

/** The events after the next one, with the user's RSVP in each row. */
export function LaterEventsCard() {
  const events = useNextEvents();
  const later = events.data?.items.slice(1) ?? [];
  if (!events.isError && later.length === 0) return null;
  return (
    <Card title="Also Coming Up" actions={<LinkButton to="/events">All Events</LinkButton>}>
      {events.data ? (
        <ul className="-my-2 divide-y divide-soft">
          {later.map((event) => (
            <LaterEvent key={event.occurrenceId} event={event} />
          ))}
        </ul>
      ) : (
        <ErrorState
          title="Couldn't load the next events."
          onRetry={() => void events.refetch()}
          isRetrying={events.isFetching}
        >
          {events.error?.message}
        </ErrorState>
      )}
    </Card>
  );
}

function LaterEvent({ event }: { event: NextEvent }) {
  const { title, location, localStart, occurrenceId, rsvp } = event;
  const thisYear = Temporal.Now.plainDateISO().year;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <EventLink
          occurrence={event}
          className="line-clamp-2 font-medium text-ink wrap-anywhere underline-offset-3 hover:underline"
        >
          {title}
        </EventLink>
        <p className="truncate text-xs text-third">
          {formatWhen(event, { thisYear })}
          {location && ` · ${location}`}
        </p>
      </div>
      <RsvpControl
        occurrenceId={occurrenceId}
        title={`${title}, ${formatDay(localToDay(localStart))}`}
        rsvp={rsvp}
      />
    </li>
  );
}
