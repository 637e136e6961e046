import { useQuery } from '@tanstack/react-query';
import { TabLink, TabLinks } from '#web/ui/actions/tab-links.tsx';
import { offersSampleQuery } from '../queries.ts';
import type { CalendarSearch } from '../search.ts';

/**
 * Links to the month and the list of events, and to the samples where they are offered or shown.
 * `shown` keeps the month and calendar.
 */
export function CalendarTabs({ shown }: { shown?: CalendarSearch }) {
  const { data: offersSample } = useQuery(offersSampleQuery);
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
      {(offersSample || shown?.view === 'overview') && (
        <TabLink to="/calendar" search={{ ...month, view: 'overview' }}>
          Overview
        </TabLink>
      )}
    </TabLinks>
  );
}
