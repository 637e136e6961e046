import { TabLink, TabLinks } from '#web/ui/actions/tab-links.tsx';
import type { CalendarSearch } from '../search.ts';

/** Links to the month, the list of events and the samples. `shown` keeps the month and calendar. */
export function CalendarTabs({ shown }: { shown?: CalendarSearch }) {
  const month = { calendar: shown?.calendar, month: shown?.month };
  return (
    <TabLinks label="View">
      <TabLink
        to="/calendar"
        search={{ ...month, view: undefined }}
        // The overview's address differs only in `view`.
        activeOptions={{ explicitUndefined: true }}
      >
        Calendar
      </TabLink>
      <TabLink to="/events" activeOptions={{ includeSearch: false }}>
        Events
      </TabLink>
      <TabLink to="/calendar" search={{ ...month, view: 'overview' }}>
        Overview
      </TabLink>
    </TabLinks>
  );
}
