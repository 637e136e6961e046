import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import CalendarSync from 'lucide-react/icons/calendar-sync';
import FileUp from 'lucide-react/icons/file-up';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { createFinder, maxFound, type PaletteEntries } from '#web/palette.ts';
import { categoryCalls } from '../categories/category-contract.ts';
import { formatWhen } from '../format-times.ts';
import { eventsQuery } from './list/events-queries.ts';

/** Upcoming events first, then the latest of the past. */
const eventFinder = createFinder({
  title: 'Events',
  place: 20,
  icon: CalendarDays,
  reads: (search) => [eventsQuery({ search }), eventsQuery({ search, when: 'past' })],
  list: (replies) => {
    const thisYear = Temporal.Now.plainDateISO().year;
    return replies
      .flatMap(({ items }) => items)
      .slice(0, maxFound)
      .map((event) => ({
        id: event.occurrenceId,
        label: event.title,
        detail: formatWhen(event, { thisYear }),
        link: {
          to: '/events',
          search: {
            event: event.eventId,
            occurrence: event.occurrenceId,
            eventCalendar: event.calendarId,
          },
        },
      }));
  },
});

export const palette: PaletteEntries = {
  place: 30,
  words: {
    'Add Event': 'new create plan meeting schedule',
    Calendar: 'month agenda dates schedule',
    Events: 'rsvp attend going upcoming meetings',
  },
  commands: [
    {
      label: 'Subscribe to Calendar',
      icon: CalendarSync,
      words: 'feed ical ics google apple outlook sync',
      link: { to: '/calendar', search: { dialog: 'subscribe' } },
    },
    {
      label: 'Import Events',
      icon: FileUp,
      words: 'upload ics ical file calendar',
      link: { to: '/calendar', search: { dialog: 'import' } },
    },
    {
      label: 'New Calendar',
      icon: CalendarPlus,
      words: 'add create',
      link: { to: '/calendar', search: { dialog: 'new-calendar' } },
    },
    {
      label: 'Sample Overview',
      icon: CalendarDays,
      words: 'static events example archive calendar',
      link: { to: '/calendar', search: { view: 'overview' } },
    },
    {
      label: 'Event Settings',
      icon: SlidersHorizontal,
      words: 'chapter preferences categories colors main calendar',
      link: { to: '/settings/events' },
      allowed: categoryCalls.change,
    },
  ],
  finders: [eventFinder],
};
