import clsx from 'clsx';
import { CalendarPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { Button } from '#web/ui/button.tsx';
import { fullDate } from '#web/ui/day-moves.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { Occurrence } from '../contract.ts';
import { timeRange } from '../event-times.ts';
import { hueFillClass, hueStyle } from './category-hue.ts';
import { EventLink } from './event-link.tsx';

export type DayEventsProps = {
  day: Day;
  events: readonly Occurrence[];
  onEvent: (eventId: Id) => void;
  onAdd: () => void;
};

/** The chosen day's list, as it stands below a phone's month. */
export function DaySection({
  day,
  events,
  isAskedFor,
  onEvent,
  onAdd,
}: DayEventsProps & {
  /** Pressed, and not merely the day that a month begins with. */
  isAskedFor: boolean;
}) {
  const section = useScrolledTo(day, isAskedFor);
  return (
    <section ref={section} aria-label={fullDate(day)} className="mt-5 scroll-mb-4">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="text-base font-semibold">{weekdayAndDate(day)}</h2>
        <AddButton onAdd={onAdd} />
      </div>
      <div className="rounded-card border border-line bg-surface shadow-card">
        <DayList events={events} onEvent={onEvent} />
      </div>
    </section>
  );
}

/** Below the fold nobody would see that a day was chosen; a reload scrolls nothing. */
function useScrolledTo(day: Day, isAskedFor: boolean) {
  const section = useRef<HTMLElement>(null);
  const shown = useRef(day);
  useEffect(() => {
    if (isAskedFor && shown.current !== day) {
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      section.current?.scrollIntoView({
        block: 'nearest',
        behavior: isCalm ? 'instant' : 'smooth',
      });
    }
    shown.current = day;
  }, [day, isAskedFor]);
  return section;
}

export function AddButton({ onAdd }: { onAdd: () => void }) {
  return (
    <Button icon={<CalendarPlus aria-hidden="true" />} onClick={onAdd}>
      Add event
    </Button>
  );
}

export function DayList({ events, onEvent }: Pick<DayEventsProps, 'events' | 'onEvent'>) {
  if (events.length === 0) return <EmptyState title="Nothing on this day" />;
  return (
    <ul className="divide-y divide-soft">
      {events.map((event) => (
        <li
          key={event.occurrenceId}
          className="[contain-intrinsic-size:auto_4rem] [content-visibility:auto]"
        >
          <EventLink
            occurrence={event}
            onOpen={() => onEvent(event.eventId)}
            style={hueStyle(event.categoryColor)}
            className="flex min-h-11 items-stretch gap-3 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
          >
            <span aria-hidden="true" className={clsx(hueFillClass, 'w-[3px] rounded-full')} />
            <span className="min-w-0 flex-1">
              <span className="block font-medium wrap-anywhere">{event.title}</span>
              <span className="tabular block text-xs text-third wrap-anywhere">
                {timeRange(event.occurrenceStartDate, event.occurrenceEndDate, event.timeZone)}
                {event.location && ` · ${event.location}`}
              </span>
            </span>
          </EventLink>
        </li>
      ))}
    </ul>
  );
}

/** 'Friday, November 20': the month above says the year. */
function weekdayAndDate(day: Day): string {
  const words = { weekday: 'long', month: 'long', day: 'numeric' } as const;
  return Temporal.PlainDate.from(day).toLocaleString('en-US', words);
}
