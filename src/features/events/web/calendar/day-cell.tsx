import clsx from 'clsx';
import type { MouseEvent } from 'react';
import { formatFullDay } from '#kit/calendar/weekday.ts';
import { plural } from '#kit/counts.ts';
import { type Day, localToDay } from '#kit/day.ts';
import { lastShownDay } from '../../group-by-day.ts';
import { hueFillClass, hueStyle } from '../category-hue.ts';
import type { OpenEventPanel } from '../shared/event-link.tsx';
import type { ShownOccurrence } from './all-calendars.ts';
import { DayChip } from './day-chip.tsx';
import type { MonthRows } from './month/fit-rows.ts';
import { laneRem, numberRem, type WeekBar } from './week-bars.ts';

const maxDots = 3;

type DayCellProps = {
  day: Day;
  events: readonly ShownOccurrence[];
  week: readonly Day[];
  /** Those of the week that are shown. */
  bars: readonly WeekBar<ShownOccurrence>[];
  /** Their height, and how many chips fit above '+N more'. */
  rows: MonthRows;
  /** The day belongs to the previous or next month. */
  isOut: boolean;
  isToday: boolean;
  /** The only day in the tab order. */
  isActive: boolean;
  isChosen: boolean;
  /** Among several days for a new event. */
  isSelected: boolean;
  mayMove: (occurrence: ShownOccurrence) => boolean;
  isCompact: boolean;
  onDay: (event: MouseEvent) => void;
  onMore: () => void;
  onEvent: OpenEventPanel;
};

/** A day: a button that fills the cell, with its events on top. */
export function DayCell(props: DayCellProps) {
  const { day, events, rows, isOut, isToday, isActive, isChosen, isSelected, isCompact } = props;
  return (
    <td
      role="gridcell"
      aria-selected={isChosen || isSelected || undefined}
      className={clsx(
        'relative p-0 align-top not-first:border-l not-first:border-soft',
        isOut && 'bg-band',
        isCompact && 'h-13',
      )}
      style={isCompact ? undefined : { height: rows.height }}
    >
      <button
        type="button"
        data-day={day}
        data-selected={isSelected ? '' : undefined}
        tabIndex={isActive ? 0 : -1}
        aria-label={`${formatFullDay(day)}, ${formatEventCount(events.length)}`}
        aria-current={isToday ? 'date' : undefined}
        onClick={props.onDay}
        className={clsx(
          'absolute inset-0 flex select-none [-webkit-touch-callout:none] data-selected:bg-primary-tint forced-colors:data-selected:outline-2 forced-colors:data-selected:-outline-offset-2 data-drop:bg-primary-tint data-drop:outline-2 data-drop:-outline-offset-2 data-drop:outline-primary focus-visible:-outline-offset-2',
          isCompact ? 'justify-center pt-1' : 'pl-0.5 hover:bg-hover',
        )}
      >
        <span
          className={clsx(
            'tabular flex items-center rounded-full',
            isCompact && 'size-7.5 justify-center',
            !isCompact && (isToday ? 'mt-px ml-0.5 size-5 justify-center text-xs' : 'h-5.5 px-1.5'),
            dayNumberClass({ isOut, isToday, isChosen: isChosen && isCompact }),
          )}
        >
          {Number(day.slice(8))}
        </span>
      </button>
      {isCompact ? <Dots events={events} /> : <Chips {...props} />}
    </td>
  );
}

function dayNumberClass(state: { isOut: boolean; isToday: boolean; isChosen: boolean }): string {
  if (state.isToday) return 'bg-primary-fill font-semibold text-on-fill forced-colors:outline-2';
  if (state.isChosen) {
    return 'bg-primary-tint font-semibold text-primary-ink forced-colors:outline-1 forced-colors:outline-dashed';
  }
  return state.isOut ? 'text-third' : 'text-second';
}

function formatEventCount(events: number): string {
  if (events === 0) return 'no events';
  return plural(events, 'event');
}

/** Reached by F2 or by pointer, because only days are in the tab order. */
function Chips({ day, week, bars, rows, events, mayMove, onMore, onEvent }: DayCellProps) {
  const column = week.indexOf(day);
  const covering = bars.filter((bar) => bar.column <= column && column < bar.column + bar.span);
  const rest = events.length - covering.length;
  return (
    <>
      {bars
        .filter((bar) => bar.column === column)
        .map((bar) => (
          <DayChip
            key={bar.occurrence.occurrenceId}
            bar={bar}
            days={week.slice(column, column + bar.span)}
            canResize={
              lastShownDay(bar.occurrence) > localToDay(bar.occurrence.localStart) &&
              mayMove(bar.occurrence)
            }
            onEvent={onEvent}
          />
        ))}
      {rest > 0 && (
        <div
          data-days={day}
          style={{ top: `${numberRem + laneRem * rows.maxChips}rem` }}
          className="absolute left-1 flex max-w-full"
        >
          <button
            type="button"
            tabIndex={-1}
            data-in-day=""
            aria-label={`+${rest} more, ${formatFullDay(day)}`}
            onClick={onMore}
            className="h-5.5 truncate rounded-badge px-2 text-left text-xs text-third hover:bg-hover hover:text-ink"
          >
            +{rest} more
          </button>
        </div>
      )}
    </>
  );
}

/** A dot for each of the first events; the day's label has their number. */
function Dots({ events }: { events: readonly ShownOccurrence[] }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center gap-0.75"
    >
      {events.slice(0, maxDots).map((event) => (
        <span
          key={event.occurrenceId}
          style={hueStyle(event.categoryColor)}
          className={clsx(hueFillClass, 'size-1.5 rounded-full')}
        />
      ))}
    </div>
  );
}
