import CalendarCheck from 'lucide-react/icons/calendar-check';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import CalendarX from 'lucide-react/icons/calendar-x';
import { toMonth } from '#kit/calendar/month.ts';
import { formatDay, localToDay } from '#kit/day.ts';
import type { NewsWords } from '#web/news-words.ts';
import type { EventNews } from '../news/contract.ts';

const verbs = {
  'event-added': 'New event',
  'event-moved': 'Moved to',
  'event-canceled': 'Canceled',
  'spot-given': "You've got a spot",
};

export const newsWords: NewsWords<EventNews> = {
  icons: {
    'event-added': CalendarPlus,
    'event-moved': CalendarClock,
    'event-canceled': CalendarX,
    'spot-given': CalendarCheck,
  },
  describe: ({ kind, title, localStart, calendarId, eventId, occurrenceId }) => {
    const month = { calendar: calendarId, month: toMonth(localStart) };
    const details = occurrenceId === null ? {} : { event: eventId, occurrence: occurrenceId };
    const separator = kind === 'event-moved' ? ' ' : ', ';
    return {
      subject: title,
      detail: `${verbs[kind]}${separator}${formatDay(localToDay(localStart))}`,
      link: { to: '/calendar', search: { ...month, ...details } },
    };
  },
};
