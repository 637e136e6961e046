import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { addDays, addMonths, getFirstDay, type Month, toMonth } from '#kit/calendar/month.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import type { Day } from '#kit/day.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { formatMonthTitle, weeksOfMonth } from '#web/ui/fields/day-navigation.ts';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import type { Calendar } from '../../listing-contract.ts';
import { EventCalendarCard } from '../list/event-calendar-card.tsx';
import type { CalendarLayout, CalendarSearch } from '../search.ts';
import { useEventRights } from '../use-event-rights.ts';
import { preloadOverlays } from './calendar-overlays.tsx';
import { CategoryKey } from './controls/category-key.tsx';
import { MonthGrid } from './month-grid.tsx';
import type { LocalTimes } from './move/move-times.ts';
import type { Moving } from './move/moving.ts';
import type { CalendarAddress } from './use-calendar-address.ts';
import type { ShownMonth } from './use-shown-month.ts';
import { useTodayKey } from './use-today-key.ts';
import { formatDaysTitle } from './week/week-days.ts';

const Agenda = lazyNamed(() => import('./agenda.tsx'), 'Agenda');
/** Only a month on a phone has it. */
const DaySection = lazyNamed(() => import('../panel/day-events.tsx'), 'DaySection');
const loadWeek = () => import('./week/week-view.tsx');
const WeekView = lazyNamed(loadWeek, 'WeekView');
const loadMove = () => import('./move/move-event.tsx');
const MoveEvent = lazyNamed(loadMove, 'MoveEvent');

/** A month, a week or a list of events; on a phone with the chosen day's list below the month. */
export function LiveCalendar({
  address,
  calendars,
  shown,
  today,
  timeZone,
  onRetry,
  filters,
}: {
  address: CalendarAddress;
  calendars: UseQueryResult<Calendar[]>;
  shown: ShownMonth;
  today: Day;
  /** That of the week. */
  timeZone: string;
  onRetry: () => void;
  /** Beside the title of the month. */
  filters: ReactNode;
}) {
  const { month, days, isCompact, chosenDay, events, eventsOn } = shown;
  // A phone has no room for chips, so a day's events are listed below the month.
  const pressOnPhone = (day: Day) =>
    eventsOn(day).length > 0 || events.known !== 'all'
      ? address.chooseDay(day)
      : void address.chooseAndCreate(day);
  // The choice moves at once; what it shows may take longer.
  const layout = useDeferredValue(address.layout);
  const isMonth = layout === 'month';
  const isWeek = layout === 'week';
  const showToday = () => {
    address.changeMonth(() => toMonth(today), month);
    if (isCompact && isMonth) address.chooseDay(today);
  };
  useTodayKey(showToday);
  const [monthOfKeys, setMonthOfKeys] = useState<Month>();
  const changeMonthByKeys = (next: Month) => {
    setMonthOfKeys(next);
    address.changeMonth(() => next, month);
  };
  const stepMonth = (by: -1 | 1) => address.changeMonth((wanted) => addMonths(wanted, by), month);
  /** Shows the days after or before those shown until `day` is among them. */
  const showDay = (day: Day) =>
    address.changeWeek((first) => {
      const steps = Math.floor(daysBetween(first, day) / days.length);
      return addDays(first, steps * days.length);
    }, days[0]);
  const isTouch = useMedia('(pointer: coarse)');
  const { mayChange } = useEventRights();
  const [moving, setMoving] = useState<Moving>();
  const monthDays = useMemo(() => weeksOfMonth(getFirstDay(month)).flat(), [month]);
  return (
    <>
      <EventCalendarCard
        title={
          isWeek
            ? formatDaysTitle(days, isCompact ? Number(today.slice(0, 4)) : undefined)
            : formatMonthTitle(getFirstDay(month))
        }
        unit={!isWeek ? 'month' : isCompact ? 'days' : 'week'}
        hint={describeHint(layout, isTouch)}
        isLoading={!calendars.isError && (calendars.isPending || events.isPending)}
        failure={describeFailure(
          calendars.isError,
          // A week may be of two months.
          events.error !== null || (isWeek && events.known === 'unknown'),
        )}
        isRetrying={calendars.isError ? calendars.isFetching : events.isFetching}
        onRetry={onRetry}
        onStep={(by) =>
          isWeek
            ? address.changeWeek((first) => addDays(first, by * days.length), days[0])
            : stepMonth(by)
        }
        onToday={showToday}
        onIntent={() => {
          preloadOverlays();
          void loadMove().catch(() => undefined);
        }}
        filters={filters}
      >
        {(headingId) =>
          isWeek ? (
            <Suspense>
              <WeekView
                days={days}
                today={today}
                timeZone={timeZone}
                eventsByDay={events.eventsByDay}
                isLoaded={events.known === 'all'}
                isCompact={isCompact}
                headingId={headingId}
                proposed={findProposedTimes(address.search)}
                mayMove={mayChange}
                onShow={showDay}
                onDay={address.openCreate}
                onCreate={(times) => address.openCreateAt(times, days[0])}
                onMore={isCompact ? address.showDayInMonth : address.openDay}
                onEvent={address.openEvent}
              />
            </Suspense>
          ) : !isMonth ? (
            <Suspense>
              <Agenda
                month={month}
                today={today}
                events={events}
                headingId={headingId}
                onEvent={address.openEvent}
                onNextMonth={() => stepMonth(1)}
              />
            </Suspense>
          ) : (
            <MonthGrid
              month={month}
              today={today}
              eventsByDay={events.eventsByDay}
              isCompact={isCompact}
              isByKeys={month === monthOfKeys}
              chosenDay={chosenDay}
              headingId={headingId}
              onMonthChange={changeMonthByKeys}
              onDay={isCompact ? pressOnPhone : address.openCreate}
              onDays={isCompact ? undefined : address.openCreateAt}
              onMore={address.openDay}
              onEvent={address.openEvent}
              mayMove={mayChange}
              onPickUp={setMoving}
            />
          )
        }
      </EventCalendarCard>
      {/* The agenda names the category of each event. */}
      {layout !== 'agenda' && (
        <CategoryKey days={isWeek ? days : monthDays} eventsByDay={events.eventsByDay} />
      )}
      {moving && (
        <Suspense>
          <MoveEvent
            moving={moving}
            onMonthChange={changeMonthByKeys}
            onEnd={() => setMoving(undefined)}
          />
        </Suspense>
      )}
      {isCompact && isMonth && chosenDay !== undefined && (
        <Suspense fallback={<LoadingRows label="Loading calendar..." className="mt-5" rows={2} />}>
          <DaySection
            day={chosenDay}
            events={eventsOn(chosenDay)}
            known={events.known}
            onRetry={onRetry}
            isRequested={address.search.day === chosenDay}
            onEvent={address.openEvent}
            onAdd={() => address.openCreate(chosenDay)}
          />
        </Suspense>
      )}
    </>
  );
}

function describeFailure(
  areCalendarsFailed: boolean,
  areEventsFailed: boolean,
): string | undefined {
  if (areCalendarsFailed) return "Couldn't load calendars.";
  return areEventsFailed ? "Couldn't load events." : undefined;
}

/** The times in the form for a new event. */
function findProposedTimes({ from, to }: CalendarSearch): LocalTimes | undefined {
  return from && to && { startDate: from, endDate: to };
}

function describeHint(layout: CalendarLayout, isTouch: boolean): string {
  switch (layout) {
    case 'month':
      return `${isTouch ? 'Tap' : 'Click on'} any date to create a new event`;
    case 'week':
      return isTouch
        ? 'Tap, or hold and drag, to create a new event'
        : 'Click or drag to create a new event';
    case 'agenda':
      return 'The events of the month, day by day';
    default:
      return layout satisfies never;
  }
}
