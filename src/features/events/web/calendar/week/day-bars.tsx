import clsx from 'clsx';
import type { ReactNode } from 'react';
import { plural } from '#kit/counts.ts';
import { type Day, localToDay } from '#kit/day.ts';
import { lastDayOfOccurrence } from '../../../group-by-day.ts';
import type { OpenEventPanel } from '../../shared/event-link.tsx';
import type { ShownOccurrence } from '../all-calendars.ts';
import { DayChip } from '../day-chip.tsx';
import type { LocalTimes } from '../move/move-times.ts';
import { laneRem, type WeekBar } from '../week-bars.ts';
import type { WeekDay } from './hour-row.tsx';
import { toSlotName } from './slots.ts';
import { countLanes } from './use-scroll-start.ts';

const maxBars = 3;
const topRem = 0.125;

/** The names of the days, and the events of whole days; both stay above the hours. */
export function DayBars({
  days,
  today,
  bars,
  template,
  activeDay,
  selected,
  mayMove,
  onMore,
  onEvent,
  children,
}: {
  days: readonly WeekDay[];
  today: Day;
  bars: readonly WeekBar<ShownOccurrence>[];
  template: string;
  /** The day whose button is in the tab order. */
  activeDay: Day | undefined;
  selected: LocalTimes | undefined;
  mayMove: (occurrence: ShownOccurrence) => boolean;
  onMore: (day: Day) => void;
  onEvent: OpenEventPanel;
  children: ReactNode;
}) {
  const names = days.map(({ day }) => day);
  return (
    <div role="rowgroup" className="sticky top-0 z-4 border-b border-line bg-surface">
      <div role="row" className="grid h-12" style={{ gridTemplateColumns: template }}>
        <div role="columnheader">
          <span className="sr-only">Hour</span>
        </div>
        {days.map(({ day, name }) => (
          <div
            key={day}
            role="columnheader"
            aria-label={name}
            aria-current={day === today ? 'date' : undefined}
            className="flex items-center justify-center gap-1.5 border-l border-soft text-xs font-medium text-third"
          >
            {name.slice(0, 3)}
            <span
              className={clsx(
                'tabular flex h-6.5 items-center rounded-full text-base',
                day === today
                  ? 'min-w-6.5 justify-center bg-primary-fill px-1 font-semibold text-on-fill forced-colors:outline-2'
                  : 'text-ink',
              )}
            >
              {Number(day.slice(8))}
            </span>
          </div>
        ))}
      </div>
      <div
        role="row"
        className="relative grid border-t border-soft"
        style={{
          gridTemplateColumns: template,
          height: `${countLanes({ bars }) * laneRem + 2 * topRem}rem`,
        }}
      >
        <div role="rowheader" className="pt-1 pr-2 text-right text-xs text-third max-sm:pr-1">
          <span className="max-sm:sr-only">All day</span>
        </div>
        {days.map(({ day, name }, column) => {
          const here = bars.filter((bar) => bar.column <= column && column < bar.column + bar.span);
          const rest = here.filter(({ lane }) => lane >= maxBars).length;
          return (
            <div
              key={day}
              role="gridcell"
              aria-selected={isSelected(day, selected) || undefined}
              className="relative border-l border-soft"
            >
              <button
                type="button"
                data-slot={toSlotName({ day, hour: 'day' })}
                tabIndex={day === activeDay ? 0 : -1}
                aria-label={`${name}, all day, ${here.length === 0 ? 'no events' : plural(here.length, 'event')}`}
                className="absolute inset-0 select-none hover:bg-hover focus-visible:-outline-offset-2 [-webkit-touch-callout:none]"
              />
              {here
                .filter((bar) => bar.column === column && bar.lane < maxBars)
                .map((bar) => (
                  <DayChip
                    key={bar.occurrence.occurrenceId}
                    bar={bar}
                    days={names.slice(column, column + bar.span)}
                    top={topRem}
                    canResize={mayMove(bar.occurrence)}
                    canResizeStart={mayMove(bar.occurrence)}
                    onEvent={onEvent}
                  />
                ))}
              {rest > 0 && (
                <div
                  data-days={day}
                  style={{ top: `${topRem + laneRem * maxBars}rem` }}
                  className="absolute left-1 flex max-w-full"
                >
                  <button
                    type="button"
                    tabIndex={-1}
                    data-in-day=""
                    aria-label={`+${rest} more, ${name}`}
                    onClick={() => onMore(day)}
                    className="h-5.5 truncate rounded-badge px-2 text-left text-xs text-third hover:bg-hover hover:text-ink"
                  >
                    +{rest} more
                  </button>
                </div>
              )}
            </div>
          );
        })}
        {children}
      </div>
    </div>
  );
}

function isSelected(day: Day, selected: LocalTimes | undefined): boolean {
  if (!selected) return false;
  const times = { localStart: selected.startDate, localEnd: selected.endDate };
  return day >= localToDay(selected.startDate) && day <= lastDayOfOccurrence(times);
}
