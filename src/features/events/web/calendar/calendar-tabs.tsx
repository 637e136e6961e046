import { TabLink, TabLinks } from '#web/ui/actions/tab-links.tsx';
import type { CalendarSearch } from '../search.ts';

/** The month, what comes next as a list, and the samples; `shown` is the month one comes back to. */
export function CalendarTabs({ shown }: { shown?: CalendarSearch }) {
  const month = { calendar: shown?.calendar, month: shown?.month };
  return (
    <TabLinks label="View">
      <TabLink
        to="/calendar"
        search={{ ...month, view: undefined }}
        // The overview has the same address but for the view.
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
