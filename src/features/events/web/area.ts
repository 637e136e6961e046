import { lazyRouteComponent } from '@tanstack/react-router';
import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import type { AreaEntries } from '#web/area.ts';
import { screen } from '#web/screen/screens.ts';
import { calendarSearch, eventsSearch } from './search.ts';

const entries: AreaEntries = {
  pages: [
    { label: 'Calendar', to: '/calendar', icon: CalendarDays },
    { label: 'Events', to: '/events', icon: CalendarDays, partOf: '/calendar' },
  ],
  quickAction: {
    label: 'Add Event',
    icon: CalendarPlus,
    link: (today) => ({ to: '/calendar', search: { create: today } }),
  },
};

export const eventArea = {
  screens: [
    screen(
      '/calendar',
      'Calendar',
      lazyRouteComponent(() => import('./calendar/calendar-screen.tsx'), 'CalendarScreen'),
      calendarSearch,
      () => import('./calendar/calendar-screen.tsx'),
    ),
    screen(
      '/events',
      'Events',
      lazyRouteComponent(() => import('./list/events-screen.tsx'), 'EventsScreen'),
      eventsSearch,
      () => import('./list/events-screen.tsx'),
    ),
    screen(
      '/settings/events',
      { title: 'Event settings', settingsTab: 'Events' },
      lazyRouteComponent(() => import('./event-settings.tsx'), 'EventSettings'),
      undefined,
      () => import('./event-settings.tsx'),
    ),
    screen(
      '/door/$occurrenceId',
      'Door List',
      lazyRouteComponent(() => import('./door/door-page.tsx'), 'DoorPage'),
    ),
  ],
  entries,
};
