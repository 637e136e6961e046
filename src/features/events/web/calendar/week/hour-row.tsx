import clsx from 'clsx';
import { memo } from 'react';
import { plural } from '#kit/counts.ts';
import type { Day } from '#kit/day.ts';
import type { OpenEventPanel } from '../../shared/event-link.tsx';
import type { ShownOccurrence } from '../all-calendars.ts';
import type { ClockChange } from './clock-change.ts';
import type { DaySegment } from './lay-out-day.ts';
import { formatHour, toSlotName } from './slots.ts';
import { TimedEvent } from './timed-event.tsx';

export type WeekDay = {
  readonly day: Day;
  /** 'Friday, November 20, 2026' */
  readonly name: string;
  readonly change: ClockChange | undefined;
};

/** An hour of the shown days: a button in each, and the events that start in it on top. */
export const HourRow = memo(function HourRow({
  hour,
  days,
  segments,
  activeDay,
  selectedDays,
  movingId,
  mayMove,
  template,
  onEvent,
}: {
  hour: number;
  days: readonly WeekDay[];
  segments: ReadonlyMap<Day, readonly DaySegment<ShownOccurrence>[]>;
  /** The day whose button of this hour is in the tab order. */
  activeDay: Day | undefined;
  /** The selected days of this hour, with spaces between. */
  selectedDays: string;
  movingId: string | undefined;
  mayMove: (occurrence: ShownOccurrence) => boolean;
  /** The columns. */
  template: string;
  onEvent: OpenEventPanel;
}) {
  const selected = selectedDays.split(' ');
  return (
    // A later event lies over the hours below.
    <div role="row" className="grid" style={{ gridTemplateColumns: template }}>
      <div role="rowheader" className="relative">
        <span
          className={clsx(
            'tabular absolute right-2 -translate-y-1/2 text-xs text-third max-sm:right-1',
            hour === 0 && 'sr-only',
          )}
        >
          {formatHour(hour)}
        </span>
      </div>
      {days.map(({ day, name, change }) => {
        const here = segments.get(day) ?? [];
        const count = here.filter(
          ({ from, to }) => from < (hour + 1) * 60 && to > hour * 60,
        ).length;
        const clock = change && describeChange(change, hour);
        return (
          <div
            key={day}
            role="gridcell"
            aria-selected={selected.includes(day) || undefined}
            className="relative h-12 border-l border-soft shadow-[inset_0_1px_0_var(--soft-line)]"
          >
            <button
              type="button"
              data-slot={toSlotName({ day, hour })}
              tabIndex={day === activeDay ? 0 : -1}
              aria-label={[name, formatHour(hour), clock?.label, formatEventCount(count)]
                .filter((words) => words !== undefined)
                .join(', ')}
              className={clsx(
                'absolute inset-0 flex items-center justify-center overflow-hidden text-xs text-third select-none hover:bg-hover focus-visible:-outline-offset-2 [-webkit-touch-callout:none]',
                clock?.isSkipped &&
                  'bg-[repeating-linear-gradient(135deg,transparent_0_6px,var(--soft-line)_6px_8px)]',
              )}
            >
              {clock && <span className="bg-surface px-1">{clock.text}</span>}
            </button>
            {here
              .filter(({ from }) => Math.floor(from / 60) === hour)
              .map((segment) => (
                <TimedEvent
                  key={segment.occurrence.occurrenceId}
                  segment={segment}
                  day={day}
                  canMove={mayMove(segment.occurrence)}
                  isMoving={segment.occurrence.occurrenceId === movingId}
                  onEvent={onEvent}
                />
              ))}
          </div>
        );
      })}
    </div>
  );
});

function formatEventCount(count: number): string {
  return count === 0 ? 'no events' : plural(count, 'event');
}

/** What a change of the clocks does to an hour. */
function describeChange({ kind, from, to }: ClockChange, hour: number) {
  if (hour !== Math.floor(from / 60) && !(from < hour * 60 && hour * 60 < to)) return undefined;
  return kind === 'skipped'
    ? { text: 'Skipped', label: 'skipped as clocks go forward', isSkipped: true }
    : { text: 'Twice', label: 'occurs twice as clocks go back', isSkipped: false };
}
