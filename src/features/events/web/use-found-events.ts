import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { type FindCommands, maxFoundCommands } from '#web/command.ts';
import { formatWhen } from '../format-times.ts';
import { eventsQuery } from './list/events-queries.ts';

/** Upcoming events first, then the latest of the past. */
export const useFoundEvents: FindCommands = (query, enabled) => {
  const navigate = useNavigate();
  const upcoming = useQuery({ ...eventsQuery({ search: query }), enabled });
  const past = useQuery({ ...eventsQuery({ search: query, when: 'past' }), enabled });
  const isSettled = (found: typeof past) => !found.isPending && !found.isPlaceholderData;
  // What was found for fewer letters is not offered: Enter would open it.
  const found = [upcoming, past].flatMap((each) =>
    enabled && isSettled(each) ? (each.data?.items ?? []) : [],
  );
  const thisYear = Temporal.Now.plainDateISO().year;
  return {
    isPending: enabled && !(isSettled(upcoming) && isSettled(past)),
    commands: found.slice(0, maxFoundCommands).map((event) => ({
      id: event.occurrenceId,
      label: event.title,
      detail: formatWhen(event, { thisYear }),
      icon: CalendarDays,
      run: () =>
        void navigate({
          to: '/events',
          search: {
            event: event.eventId,
            occurrence: event.occurrenceId,
            eventCalendar: event.calendarId,
          },
        }),
    })),
  };
};
