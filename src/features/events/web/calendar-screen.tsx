import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Day } from '#kit/day.ts';
import { useSession } from '#web/session.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Select } from '#web/ui/select.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { useLasting } from '#web/use-lasting.ts';
import { firstDayOf, type Month, monthOf } from '../month.ts';
import { DaySection } from './day-events.tsx';
import { EventCalendarCard } from './event-calendar-card.tsx';
import { MonthGrid } from './month-grid.tsx';
import { calendarsQuery } from './queries.ts';
import { useCalendarAddress } from './use-calendar-address.ts';
import { useMonthEvents } from './use-month-events.ts';

const loadDayPanel = () => import('./day-panel.tsx');
const loadEventPanel = () => import('./event-panel.tsx');
const loadDialog = () => import('./create-event-dialog.tsx');
const DayPanel = lazy(async () => ({ default: (await loadDayPanel()).DayPanel }));
const EventPanel = lazy(async () => ({ default: (await loadEventPanel()).EventPanel }));
const CreateEventDialog = lazy(async () => ({ default: (await loadDialog()).CreateEventDialog }));
/** Fetches the code of what opens while somebody is on the way to a day or an event. */
const loadAhead = () => {
  for (const load of [loadEventPanel, loadDialog, loadDayPanel]) void load().catch(() => undefined);
};

/** The live calendar: one month of the chosen calendar, a day or an event of it in detail. */
export function CalendarScreen() {
  const address = useCalendarAddress();
  const { search } = address;
  const { chapter } = useSession();
  const isCompact = useMedia('(width < 40rem)');
  const calendars = useQuery(calendarsQuery);
  const calendar =
    calendars.data?.find((each) => each.id === search.calendar) ?? calendars.data?.[0];
  const today = Temporal.Now.plainDateISO(calendar?.timeZone ?? chapter.timeZone).toString();
  const month = search.month ?? monthOf(search.day ?? search.create ?? today);
  const events = useMonthEvents(calendar?.id, month);
  const chosenDay = search.day ?? (isCompact ? dayShownFirst(month, today) : undefined);
  const eventsOn = (day: Day) => events.eventsOf.get(day) ?? [];
  // A phone has no room for chips: what is on a day stands below, and only there is it reached.
  const pressOnPhone = (day: Day) =>
    eventsOn(day).length > 0 ? address.chooseDay(day) : void address.chooseAndCreate(day);
  const isDayPanel = !isCompact && search.event === undefined;
  const dayPanel = useLasting(isDayPanel ? search.day : undefined);
  const eventPanel = useLasting(search.event);
  const createDialog = useLasting(search.create);

  return (
    <>
      <PageHeader
        title="Calendar"
        subtitle="Manage your events and schedule"
        actions={
          <Select
            label="Select Calendar"
            isLabelHidden
            look="toolbar"
            placeholder={calendars.isPending ? 'Loading calendars...' : 'Choose a calendar'}
            options={(calendars.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={calendar?.id ?? null}
            onValueChange={address.showCalendar}
            disabled={calendars.isPending || calendars.data?.length === 0}
          />
        }
      />
      <EventCalendarCard
        month={month}
        isLoading={!calendars.isError && (calendars.isPending || events.isPending)}
        failure={
          calendars.isError
            ? "Couldn't load the calendars."
            : events.error
              ? "Couldn't load the events."
              : undefined
        }
        isRetrying={calendars.isError ? calendars.isFetching : events.isFetching}
        onRetry={() => (calendars.isError ? void calendars.refetch() : events.retry())}
        onMonthChange={address.showMonth}
        onIntent={loadAhead}
      >
        {(headingId) => (
          <MonthGrid
            month={month}
            today={today}
            eventsOf={events.eventsOf}
            isCompact={isCompact}
            chosenDay={chosenDay}
            headingId={headingId}
            onMonthChange={address.showMonth}
            onDay={isCompact ? pressOnPhone : address.openCreate}
            onMore={address.openDay}
            onEvent={address.openEvent}
          />
        )}
      </EventCalendarCard>
      {isCompact && chosenDay !== undefined && (
        <DaySection
          day={chosenDay}
          events={eventsOn(chosenDay)}
          isAskedFor={search.day === chosenDay}
          onEvent={address.openEvent}
          onAdd={() => address.openCreate(chosenDay)}
        />
      )}
      <Suspense>
        {dayPanel && (
          <DayPanel
            open={dayPanel.isOpen}
            day={dayPanel.value}
            events={eventsOn(dayPanel.value)}
            onEvent={address.openEvent}
            onAdd={() => address.openCreate(dayPanel.value)}
            onClose={address.closeDay}
          />
        )}
      </Suspense>
      <Suspense>
        {eventPanel && calendar && (
          <EventPanel
            open={eventPanel.isOpen}
            calendarId={calendar.id}
            eventId={eventPanel.value}
            onClose={address.closeEvent}
          />
        )}
      </Suspense>
      {createDialog && (
        <Suspense>
          <CreateEventDialog
            key={createDialog.opening}
            open={createDialog.isOpen}
            day={createDialog.value}
            calendarId={calendar?.id}
            onClose={address.closeCreate}
          />
        </Suspense>
      )}
    </>
  );
}

/** The day whose list a phone shows before one is chosen. */
function dayShownFirst(month: Month, today: Day): Day {
  return monthOf(today) === month ? today : firstDayOf(month);
}
