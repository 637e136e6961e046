import { TabLink, TabLinks } from '#web/ui/actions/tab-links.tsx';
import type { CalendarSearch } from '../search.ts';

/**
 * Links to the month and the list of events, and to the samples while they are shown.
 * `shown` keeps the month and calendar.
 */
export function CalendarTabs({ shown }: { shown?: CalendarSearch }) {
  const month = { calendar: shown?.calendar, month: shown?.month, week: shown?.week };
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
      {shown?.view === 'overview' && (
        <TabLink to="/calendar" search={{ ...month, view: 'overview' }}>
          Overview
        </TabLink>
      )}
    </TabLinks>
  );
}
