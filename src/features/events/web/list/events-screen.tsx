import { type QueryClient, useQuery } from '@tanstack/react-query';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { formatCount } from '#kit/counts.ts';
import { useToday } from '#web/screen/use-today.ts';
import { useTypedSearch } from '#web/screen/use-typed-search.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CalendarTabs } from '../calendar/calendar-tabs.tsx';
import { calendarsQuery } from '../queries.ts';
import { EventFigures } from './event-figures.tsx';
import { EventsArchiveCard } from './events-archive-card.tsx';
import { EventsList } from './events-list.tsx';
import { EventsOverlays } from './events-overlays.tsx';
import { eventsQuery, figuresQuery } from './events-queries.ts';
import { useEventsAddress } from './use-events-address.ts';

const allYears = 'all';

/** Upcoming events with RSVPs, and the archive by year. */
export function EventsScreen() {
  const address = useEventsAddress();
  const { search, showList, changePage } = address;
  const figures = useQuery(figuresQuery);
  const [typed, setTyped] = useTypedSearch(search.search ?? '', (words) =>
    showList({ search: words || undefined }, { replace: true }),
  );
  const isArchive = search.when === 'past';
  const today = useToday();

  return (
    <>
      <PageHeader
        title={isArchive ? 'Event Archive' : 'Upcoming Events'}
        actions={
          <>
            <CalendarTabs />
            <LinkButton
              to="/calendar"
              search={{ create: today }}
              variant="primary"
              icon={<CalendarPlus aria-hidden="true" />}
            >
              {/* Only its icon, where it would take a row of its own. */}
              <span className="max-sm:sr-only">Add New Event</span>
            </LinkButton>
          </>
        }
      />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchField
          value={typed}
          onValueChange={setTyped}
          placeholder="Search events..."
          className="w-full sm:w-80"
        />
        <Segmented
          label="Show"
          options={[
            { value: 'upcoming', label: 'Upcoming' },
            { value: 'past', label: 'Archive' },
          ]}
          value={isArchive ? 'past' : 'upcoming'}
          onValueChange={(when) =>
            showList({ when: when === 'past' ? when : undefined, year: undefined })
          }
        />
        {isArchive && (
          <Select
            label="Year"
            isLabelHidden
            look="toolbar"
            options={[
              { value: allYears, label: 'All years' },
              ...includeYear(figures.data?.years ?? [], search.year).map(({ year, count }) => ({
                value: String(year),
                label: `${year} (${formatCount(count)})`,
              })),
            ]}
            value={String(search.year ?? allYears)}
            onValueChange={(year) =>
              showList({ year: year === allYears ? undefined : Number(year) })
            }
          />
        )}
      </div>
      <EventsList
        search={search}
        onEvent={address.openEvent}
        onPageChange={changePage}
        onClear={() => {
          setTyped('');
          showList({ search: undefined, year: undefined });
        }}
      />
      {!isArchive && (
        <>
          <EventsArchiveCard figures={figures} />
          <EventFigures figures={figures} />
        </>
      )}
      <EventsOverlays address={address} />
    </>
  );
}

/** Adds the chosen year if it has no events, so that the select shows it. */
function includeYear(
  years: readonly { year: number; count: number }[],
  chosen: number | undefined,
): { year: number; count: number }[] {
  const isKnown = chosen === undefined || years.some(({ year }) => year === chosen);
  return isKnown ? [...years] : [...years, { year: chosen, count: 0 }];
}

/** What the screen first shows, without a search in its address. */
export async function prefetch(client: QueryClient): Promise<void> {
  await Promise.all([
    client.prefetchQuery(eventsQuery({})),
    client.prefetchQuery(figuresQuery),
    // For the tabs.
    client.prefetchQuery(calendarsQuery),
  ]);
}
