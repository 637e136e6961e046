import { type QueryClient, useQuery } from '@tanstack/react-query';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import CalendarSync from 'lucide-react/icons/calendar-sync';
import FileUp from 'lucide-react/icons/file-up';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import { Suspense } from 'react';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { useToday } from '#web/screen/use-today.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { calendarsQuery } from '../queries.ts';
import { useEventRights } from '../use-event-rights.ts';
import { allCalendars } from './all-calendars.ts';
import { CalendarOverlays } from './calendar-overlays.tsx';
import { CalendarTabs } from './calendar-tabs.tsx';
import { CalendarSwitches } from './controls/calendar-switches.tsx';
import { LayoutChoice } from './controls/layout-choice.tsx';
import { ViewOptions } from './controls/view-options.tsx';
import { LiveCalendar } from './live-calendar.tsx';
import { useCalendarAddress } from './use-calendar-address.ts';
import { useHiddenCalendars } from './use-hidden-calendars.ts';
import { useShownMonth } from './use-shown-month.ts';

const Overview = lazyNamed(() => import('./overview.tsx'), 'Overview');

/** The specification's two calendar pages: a month of one or all calendars, and a sample overview. */
export function CalendarScreen() {
  const address = useCalendarAddress();
  const { search } = address;
  const { chapter } = useSession();
  const calendars = useQuery(calendarsQuery);
  const known = calendars.data ?? [];
  const hasSeveral = known.length > 1;
  const isAll = hasSeveral && (search.calendar ?? allCalendars) === allCalendars;
  /** The main calendar if all are shown; its time zone determines today. */
  const calendar = known.find((each) => each.id === search.calendar) ?? known[0];
  const timeZone = calendar?.timeZone ?? chapter.timeZone;
  const today = useToday(timeZone);
  const isOverview = search.view === 'overview';
  const { hidden, toggle } = useHiddenCalendars();
  const shownCalendar = isAll ? allCalendars : calendar?.id;
  const shown = useShownMonth(address, shownCalendar, today, hidden);
  const retry = () => (calendars.isError ? void calendars.refetch() : shown.events.retry());
  const { isCompact } = address;
  const views = <CalendarTabs shown={search} />;
  const switches = isAll && <CalendarSwitches calendars={known} hidden={hidden} toggle={toggle} />;
  const select = (
    <Select<Id<'calendar'> | typeof allCalendars>
      label="Select Calendar"
      isLabelHidden
      look="toolbar"
      placeholder={calendars.isPending ? 'Loading calendars...' : 'Choose a calendar'}
      options={[
        ...(hasSeveral ? [{ value: allCalendars, label: 'All calendars' } as const] : []),
        ...known.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={isAll ? allCalendars : (calendar?.id ?? null)}
      onValueChange={address.showCalendar}
      disabled={calendars.isPending || calendars.data?.length === 0}
    />
  );
  const viewOptions = (
    <ViewOptions>
      {(close) => (
        <>
          <LayoutChoice address={address} onChosen={close} />
          {select}
          {switches}
        </>
      )}
    </ViewOptions>
  );
  const { mayChangeCalendars } = useEventRights();
  const editItem = {
    label: calendar ? `Edit ${calendar.name}` : 'Edit Calendar',
    icon: <Pencil aria-hidden="true" />,
    disabled: calendar === undefined,
    onSelect: () => address.ask('edit-calendar'),
  };
  const addEvent = (day: Day) => (
    <Button
      variant="primary"
      icon={<CalendarPlus aria-hidden="true" />}
      onClick={() => address.openCreate(day)}
    >
      {/* Only its icon, where it would take a row of its own. */}
      <span className="@max-[48rem]:sr-only">Add New Event</span>
    </Button>
  );

  return (
    <>
      <div className="@container">
        {isOverview ? (
          <PageHeader
            title="Upcoming Events"
            subtitle="A sample season"
            actions={
              <>
                {views}
                {addEvent(today)}
              </>
            }
          />
        ) : (
          <PageHeader
            title="Calendar"
            description="Manage your events and schedule"
            actions={
              <>
                {isCompact ? viewOptions : select}
                {!isCompact && (
                  <Button
                    icon={<CalendarSync aria-hidden="true" />}
                    onClick={() => address.ask('subscribe')}
                  >
                    <span className="@max-[57rem]:sr-only">Subscribe</span>
                  </Button>
                )}
                <Menu
                  label="Calendars"
                  items={[
                    {
                      label: 'New Calendar',
                      icon: <Plus aria-hidden="true" />,
                      onSelect: () => address.ask('new-calendar'),
                    },
                    ...(mayChangeCalendars ? [editItem] : []),
                    ...(isCompact
                      ? [
                          {
                            label: 'Subscribe',
                            icon: <CalendarSync aria-hidden="true" />,
                            onSelect: () => address.ask('subscribe'),
                          },
                        ]
                      : []),
                    {
                      label: 'Import Events',
                      icon: <FileUp aria-hidden="true" />,
                      disabled: calendar === undefined,
                      onSelect: () => address.ask('import'),
                    },
                  ]}
                />
                {!isCompact && views}
                {addEvent(shown.proposedDay)}
              </>
            }
          />
        )}
      </div>
      {isCompact && !isOverview && <div className="-mt-2 mb-4">{views}</div>}
      {isOverview ? (
        <Suspense>
          <Overview />
        </Suspense>
      ) : (
        <LiveCalendar
          address={address}
          calendars={calendars}
          shown={shown}
          today={today}
          timeZone={timeZone}
          onRetry={retry}
          filters={
            !isCompact && (
              <>
                {switches && (
                  <>
                    <div className="@max-[73.5rem]:hidden">{switches}</div>
                    <ViewOptions variant="toolbar" className="@min-[73.5rem]:hidden">
                      {() => switches}
                    </ViewOptions>
                  </>
                )}
                <LayoutChoice address={address} />
              </>
            )
          }
        />
      )}
      <CalendarOverlays
        address={address}
        calendar={calendar}
        timeZone={timeZone}
        calendars={known}
        isAll={isAll}
        hasDayPanel={!isOverview && !shown.isCompact}
        shown={shown}
        onRetry={retry}
      />
    </>
  );
}

/** Prefetches the calendars, whose switches take a line of their own. */
export const prefetch = (client: QueryClient): Promise<void> =>
  client.prefetchQuery(calendarsQuery);
