import clsx from 'clsx';
import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useEffect, useRef, useState } from 'react';
import { formatFullDay } from '#kit/calendar/weekday.ts';
import type { Day } from '#kit/day.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { formatTimeRange } from '../../format-times.ts';
import type { ShownOccurrence } from '../calendar/all-calendars.ts';
import type { MonthEvents } from '../calendar/use-month-events.ts';
import { useCategoryName } from '../categories/categories-query.ts';
import { hueFillClass, hueStyle } from '../category-hue.ts';
import { OwnAnswer } from '../rsvp/own-rsvp.tsx';
import { EventLink, type OpenEventPanel } from '../shared/event-link.tsx';

export type DayEventsProps = {
  day: Day;
  events: readonly ShownOccurrence[];
  /** An empty list means "no events" only if all are loaded. */
  known: MonthEvents['known'];
  onRetry: () => void;
  onEvent: OpenEventPanel;
  onAdd: () => void;
};

/** The chosen day's list below the month on a phone. */
export function DaySection({
  day,
  events,
  known,
  onRetry,
  isRequested,
  onEvent,
  onAdd,
}: DayEventsProps & {
  /** The user chose the day; it is not just the default. */
  isRequested: boolean;
}) {
  const section = useScrollIntoView(day, isRequested);
  return (
    <section ref={section} aria-label={formatFullDay(day)} className="mt-5 scroll-mb-4">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="text-base font-semibold">{formatWeekdayAndDate(day)}</h2>
        <AddButton onAdd={onAdd} />
      </div>
      <div className="rounded-card border border-line bg-surface shadow-card">
        <DayList events={events} known={known} onRetry={onRetry} onEvent={onEvent} />
      </div>
    </section>
  );
}

/** Scrolls to the list when another day is chosen, because it may be below the fold. */
function useScrollIntoView(day: Day, isRequested: boolean) {
  const section = useRef<HTMLElement>(null);
  const shown = useRef(day);
  useEffect(() => {
    if (isRequested && shown.current !== day) {
      const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
      section.current?.scrollIntoView({
        block: 'nearest',
        behavior: isMotionReduced ? 'instant' : 'smooth',
      });
    }
    shown.current = day;
  }, [day, isRequested]);
  return section;
}

export function AddButton({ onAdd }: { onAdd: () => void }) {
  return (
    <Button icon={<CalendarPlus aria-hidden="true" />} onClick={onAdd}>
      Add Event
    </Button>
  );
}

/** How many events are rendered at once; the rest is shown on request. */
const batchSize = 100;

export function DayList({
  events,
  known,
  onRetry,
  onEvent,
}: Omit<DayEventsProps, 'day' | 'onAdd'>) {
  const [shownCount, setDrawn] = useState(batchSize);
  const nameCategory = useCategoryName();
  if (events.length === 0) return <NoEvents known={known} onRetry={onRetry} />;
  const rest = events.length - shownCount;
  return (
    <>
      <ul className="divide-y divide-soft">
        {events.slice(0, shownCount).map((event) => (
          <li
            key={event.occurrenceId}
            className={clsx(
              '[content-visibility:auto]',
              // The calendar takes a line of its own.
              event.calendarName === undefined
                ? '[contain-intrinsic-size:auto_4rem]'
                : '[contain-intrinsic-size:auto_5.125rem]',
            )}
          >
            <EventLink
              occurrence={event}
              onOpen={onEvent}
              style={hueStyle(event.categoryColor)}
              className="flex min-h-11 items-stretch gap-3 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
            >
              <span aria-hidden="true" className={clsx(hueFillClass, 'w-[3px] rounded-full')} />
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 font-medium wrap-anywhere">{event.title}</span>
                <span className="tabular line-clamp-3 text-xs text-third wrap-anywhere">
                  {formatTimeRange(event)}
                  {[event.location, nameCategory(event.categoryColor)]
                    .filter(Boolean)
                    .map((fact) => ` · ${fact}`)}
                </span>
                {event.calendarName !== undefined && (
                  <span className="mt-0.5 flex items-center gap-1 text-xs text-second">
                    <CalendarDays aria-hidden="true" className="size-3.5 shrink-0 text-third" />
                    <span className="min-w-0 wrap-anywhere">{event.calendarName}</span>
                  </span>
                )}
              </span>
              {event.own && (
                <span className="shrink-0 self-start">
                  <span className="sr-only">Your RSVP: </span>
                  <OwnAnswer own={event.own} />
                </span>
              )}
            </EventLink>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <div className="border-t border-soft p-4 text-center">
          <Button onClick={() => setDrawn(shownCount + batchSize)}>
            Show {Math.min(rest, batchSize)} more of {rest}
          </Button>
        </div>
      )}
    </>
  );
}

/** 'Friday, November 20', without the year, which the month above shows. */
function formatWeekdayAndDate(day: Day): string {
  return formatFullDay(day).replace(/, \d+$/, '');
}

function NoEvents({ known, onRetry }: Pick<DayEventsProps, 'known' | 'onRetry'>) {
  switch (known) {
    case 'all':
      return <EmptyState title="No events on this day" />;
    case 'loading':
      return <LoadingRows label="Loading calendar..." rows={2} />;
    case 'unknown':
      return (
        <EmptyState
          title="Couldn't load events."
          action={
            <Button icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
              Retry
            </Button>
          }
        />
      );
    default:
      return known satisfies never;
  }
}
