import { useQuery } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { toMonth } from '#kit/calendar/month.ts';
import { formatCount } from '#kit/counts.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { AreaCard, Unread } from '#web/ui/area-card.tsx';
import { StartText } from '../shared/start-text.tsx';
import { nextEventQuery } from './next-event-query.ts';
import { NextEventRsvp } from './next-event-rsvp.tsx';

export function NextEventCard() {
  const next = useQuery(nextEventQuery);
  const event = next.data;
  // The event need not be on the default calendar.
  const eventMonth = event && { calendar: event.calendarId, month: toMonth(event.localStart) };
  return (
    <AreaCard
      title="Upcoming Events"
      icon={<CalendarDays aria-hidden="true" />}
      actions={
        <>
          <LinkButton to="/calendar" search={eventMonth ?? {}}>
            View Calendar
          </LinkButton>
          {event && (
            <LinkButton
              to="/calendar"
              search={{ ...eventMonth, event: event.eventId, occurrence: event.occurrenceId }}
              variant="ghost"
              aria-label={`Details of ${event.title}`}
            >
              Details
            </LinkButton>
          )}
        </>
      }
    >
      {/* Keeps its height while loading, so that nothing below moves. */}
      <div className={event || next.isPending ? 'min-h-28 pointer-coarse:min-h-30' : 'min-h-16.5'}>
        {event ? (
          <>
            <p className="line-clamp-2 text-base font-semibold text-ink">{event.title}</p>
            <p className="mt-0.5 text-second">
              <StartText event={event} />
            </p>
            <p className="mt-0.5 flex gap-1 text-xs text-third">
              {event.location && (
                <>
                  <span className="truncate">{event.location}</span>
                  <span aria-hidden="true">·</span>
                </>
              )}
              <span className="tabular shrink-0">{formatCount(event.rsvp.going)} attending</span>
            </p>
            <NextEventRsvp event={event} />
          </>
        ) : next.isLoadingError ? (
          <Unread what="the next event" onRetry={next.refetch} />
        ) : (
          <p className="text-second" aria-live="polite">
            {next.isPending ? 'Loading...' : 'No upcoming events'}
          </p>
        )}
      </div>
    </AreaCard>
  );
}
