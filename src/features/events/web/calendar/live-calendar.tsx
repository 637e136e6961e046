import type { UseQueryResult } from '@tanstack/react-query';
import type { Day } from '#kit/day.ts';
import type { Calendar } from '../../contract.ts';
import { EventCalendarCard } from '../list/event-calendar-card.tsx';
import { DaySection } from '../panel/day-events.tsx';
import { preloadOverlays } from './calendar-overlays.tsx';
import { MonthGrid } from './month-grid.tsx';
import type { CalendarAddress } from './use-calendar-address.ts';
import type { ShownMonth } from './use-shown-month.ts';

/** A month of events; on a phone with the chosen day's list below it. */
export function LiveCalendar({
  address,
  calendars,
  shown,
  today,
  onRetry,
}: {
  address: CalendarAddress;
  calendars: UseQueryResult<Calendar[]>;
  shown: ShownMonth;
  today: Day;
  onRetry: () => void;
}) {
  const { month, isCompact, chosenDay, events, eventsOn } = shown;
  // A phone has no room for chips, so a day's events are listed below the month.
  const pressOnPhone = (day: Day) =>
    eventsOn(day).length > 0 || events.known !== 'all'
      ? address.chooseDay(day)
      : void address.chooseAndCreate(day);
  return (
    <>
      <EventCalendarCard
        month={month}
        isLoading={!calendars.isError && (calendars.isPending || events.isPending)}
        failure={describeFailure(calendars.isError, events.error)}
        isRetrying={calendars.isError ? calendars.isFetching : events.isFetching}
        onRetry={onRetry}
        onMonthChange={(change) => address.changeMonth(change, month)}
        onIntent={preloadOverlays}
      >
        {(headingId) => (
          <MonthGrid
            month={month}
            today={today}
            eventsByDay={events.eventsByDay}
            isCompact={isCompact}
            chosenDay={chosenDay}
            headingId={headingId}
            onMonthChange={(next) => address.changeMonth(() => next, month)}
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
          known={events.known}
          onRetry={onRetry}
          isRequested={address.search.day === chosenDay}
          onEvent={address.openEvent}
          onAdd={() => address.openCreate(chosenDay)}
        />
      )}
    </>
  );
}

function describeFailure(
  areCalendarsFailed: boolean,
  eventsError: Error | null,
): string | undefined {
  if (areCalendarsFailed) return "Couldn't load calendars.";
  return eventsError ? "Couldn't load events." : undefined;
}
