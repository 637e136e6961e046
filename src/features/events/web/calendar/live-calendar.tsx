import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { toMonth } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import { useMayCall } from '#web/api/use-may-call.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import { type Calendar, eventCalls } from '../../contract.ts';
import { EventCalendarCard } from '../list/event-calendar-card.tsx';
import { DaySection } from '../panel/day-events.tsx';
import { preloadOverlays } from './calendar-overlays.tsx';
import { MonthGrid } from './month-grid.tsx';
import type { Moving } from './move/moving.ts';
import type { CalendarAddress } from './use-calendar-address.ts';
import type { ShownMonth } from './use-shown-month.ts';
import { useTodayKey } from './use-today-key.ts';

const Agenda = lazyNamed(() => import('./agenda.tsx'), 'Agenda');
const loadMove = () => import('./move/move-event.tsx');
const MoveEvent = lazyNamed(loadMove, 'MoveEvent');

/** A month of events; on a phone with the chosen day's list below it. */
export function LiveCalendar({
  address,
  calendars,
  shown,
  today,
  onRetry,
  switches,
}: {
  address: CalendarAddress;
  calendars: UseQueryResult<Calendar[]>;
  shown: ShownMonth;
  today: Day;
  onRetry: () => void;
  switches: ReactNode;
}) {
  const { month, isCompact, chosenDay, events, eventsOn } = shown;
  // A phone has no room for chips, so a day's events are listed below the month.
  const pressOnPhone = (day: Day) =>
    eventsOn(day).length > 0 || events.known !== 'all'
      ? address.chooseDay(day)
      : void address.chooseAndCreate(day);
  const showToday = () => {
    address.changeMonth(() => toMonth(today), month);
    if (isCompact) address.chooseDay(today);
  };
  useTodayKey(showToday);
  const isAgenda = address.layout === 'agenda';
  const mayCall = useMayCall();
  const [moving, setMoving] = useState<Moving>();
  return (
    <>
      <EventCalendarCard
        month={month}
        isLoading={!calendars.isError && (calendars.isPending || events.isPending)}
        failure={describeFailure(calendars.isError, events.error)}
        isRetrying={calendars.isError ? calendars.isFetching : events.isFetching}
        onRetry={onRetry}
        onMonthChange={(change) => address.changeMonth(change, month)}
        onToday={showToday}
        onIntent={() => {
          preloadOverlays();
          void loadMove().catch(() => undefined);
        }}
        filters={
          <>
            {switches}
            <Segmented
              label="Layout"
              options={[
                { value: 'month', label: 'Month' },
                { value: 'agenda', label: 'Agenda' },
              ]}
              value={address.layout}
              onValueChange={address.chooseLayout}
            />
          </>
        }
      >
        {(headingId) =>
          isAgenda ? (
            <Suspense>
              <Agenda
                month={month}
                today={today}
                events={events}
                headingId={headingId}
                onEvent={address.openEvent}
              />
            </Suspense>
          ) : (
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
              onPickUp={mayCall(eventCalls.update) ? setMoving : undefined}
            />
          )
        }
      </EventCalendarCard>
      {moving && (
        <Suspense>
          <MoveEvent
            moving={moving}
            onMonthChange={(next) => address.changeMonth(() => next, month)}
            onEnd={() => setMoving(undefined)}
          />
        </Suspense>
      )}
      {isCompact && !isAgenda && chosenDay !== undefined && (
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
