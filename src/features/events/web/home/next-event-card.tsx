import { useQuery } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { toMonth } from '#kit/calendar/month.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { AreaCard, Unread } from '#web/ui/area-card.tsx';
import { StartText } from '../shared/start-text.tsx';
import { nextEventsQuery } from './next-events-query.ts';

export function NextEventCard() {
  const next = useQuery(nextEventsQuery);
  const event = next.data?.items[0];
  return (
    <AreaCard
      title="Upcoming Events"
      icon={<CalendarDays aria-hidden="true" />}
      link={
        <TextLink
          to="/calendar"
          // The event need not be on the default calendar.
          search={event ? { calendar: event.calendarId, month: toMonth(event.localStart) } : {}}
        >
          View Calendar
        </TextLink>
      }
    >
      {event ? (
        <>
          <p className="truncate font-medium text-ink">{event.title}</p>
          <p className="truncate text-xs text-third">
            <StartText event={event} />
          </p>
        </>
      ) : next.isLoadingError ? (
        <Unread what="the next event" onRetry={next.refetch} />
      ) : (
        <p className="text-second" aria-live="polite">
          {next.isPending ? 'Loading...' : 'No upcoming events'}
        </p>
      )}
    </AreaCard>
  );
}
