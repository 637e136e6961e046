/** The month as a grid. By hand: calendar libraries bring dates, styles and state of their own, and no grid by the W3C's keys. */
import clsx from 'clsx';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { getFirstDay, isMonth, type Month, toMonth } from '#kit/calendar/month.ts';
import { formatFullDay, weekdays } from '#kit/calendar/weekday.ts';
import type { Day } from '#kit/day.ts';
import { moveDayByKey, weeksOfMonth } from '#web/ui/fields/day-navigation.ts';
import type { OpenEventPanel } from '../shared/event-link.tsx';
import type { ShownOccurrence } from './all-calendars.ts';
import { DayCell } from './day-cell.tsx';
import { findDayOfTarget, handleKeyInDay, readDay } from './day-keys.ts';
import { useMonthRows } from './month/use-month-rows.ts';
import { daysToTimes, type LocalTimes } from './move/move-times.ts';
import type { Moving } from './move/moving.ts';
import { useDaySelection } from './move/use-day-selection.ts';
import { usePickUp } from './move/use-pick-up.ts';
import { layOutWeek, pickShown } from './week-bars.ts';

export type MonthGridProps = {
  month: Month;
  today: Day;
  eventsByDay: ReadonlyMap<Day, readonly ShownOccurrence[]>;
  /** On a phone, days show dots and are selected; otherwise they show chips and create an event. */
  isCompact: boolean;
  /** The month was gone to from a day, to which the next key belongs. */
  isByKeys: boolean;
  chosenDay: Day | undefined;
  headingId: string;
  onMonthChange: (month: Month) => void;
  onDay: (day: Day) => void;
  /** For an event of several days; undefined on a phone. */
  onDays: ((times: LocalTimes) => void) | undefined;
  onMore: (day: Day) => void;
  onEvent: OpenEventPanel;
  mayMove: (occurrence: ShownOccurrence) => boolean;
  onPickUp: (moving: Moving) => void;
};

/** What was pressed and the title of another month are painted before its days, which take a moment. */
export function MonthGrid(props: MonthGridProps) {
  const later = useDeferredValue(props);
  return <DaysOfMonth {...(props.isByKeys ? props : later)} />;
}

/**
 * A month of six weeks with the keys of the W3C's date grid: arrows move by day and week, Home and End
 * within the week, Page Up and Down by month, with Shift by year. One day is in the tab order; F2
 * moves from it to its events and back.
 */
function DaysOfMonth(props: MonthGridProps) {
  const { month, today, eventsByDay, isCompact, chosenDay, headingId } = props;
  const grid = useRef<HTMLTableElement>(null);
  const [rows, measuredRef] = useMonthRows();
  const { maxChips } = rows;
  const [cursor, setCursor] = useState<Day>(() => findInitialDay(month, today, chosenDay));
  const [isByKeys, setIsByKeys] = useState(false);
  /** The day in another month to focus as soon as that month is rendered. */
  const target = useRef<Day | undefined>(undefined);
  const active = toMonth(cursor) === month ? cursor : findInitialDay(month, today, chosenDay);

  const weeks = useMemo(
    () =>
      weeksOfMonth(getFirstDay(month)).map((week) => ({
        week,
        bars: pickShown(
          layOutWeek(
            week,
            week.flatMap((day) => eventsByDay.get(day) ?? []),
          ),
          maxChips,
        ),
      })),
    [month, eventsByDay, maxChips],
  );

  const focus = (day: Day) =>
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();

  useEffect(() => {
    if (target.current === undefined || toMonth(target.current) !== month) return;
    focus(target.current);
    target.current = undefined;
  });

  const { onDays } = props;
  const selection = useDaySelection(
    month,
    onDays &&
      ((first, last) => (first === last ? props.onDay(first) : onDays(daysToTimes(first, last)))),
  );
  const pickUp = usePickUp(grid, eventsByDay, props, selection.start);

  const move = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (pickUp.byKey(event) || handleKeyInDay(event)) return;
    // The next key may be pressed before the new month is rendered.
    const from = target.current ?? findDayOfTarget(event) ?? active;
    const next = moveDayByKey(from, event.key, event.shiftKey);
    if (event.key === 'Escape' && selection.range) {
      event.stopPropagation();
      return selection.clear();
    }
    if (next === undefined) return;
    event.preventDefault();
    if (!isMonth(toMonth(next))) return;
    if (onDays && event.shiftKey && event.key.startsWith('Arrow')) {
      // A selection stays within the weeks that are shown.
      if (!weeks.some(({ week }) => week.includes(next))) return;
      selection.extendByKey(from, next);
      return focus(next);
    }
    selection.clear();
    setCursor(next);
    if (toMonth(next) === month && target.current === undefined) return focus(next);
    target.current = next;
    props.onMonthChange(toMonth(next));
  };

  return (
    <>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-labelledby={headingId}
        onKeyDown={move}
        {...pickUp.handlers}
        onFocus={({ target: focused }) => {
          setIsByKeys(focused.matches(':focus-visible'));
          // Remember the focused day, however it got the focus.
          const day = readDay(focused);
          if (day !== undefined) setCursor(day);
        }}
        onBlur={() => setIsByKeys(false)}
        className="w-full table-fixed border-collapse"
      >
        <thead>
          <tr className="border-y border-line">
            {weekdays.map((name) => (
              <th
                key={name}
                scope="col"
                abbr={name}
                className={clsx(
                  'h-8 text-xs font-medium text-third',
                  isCompact ? 'text-center' : 'px-2 text-left',
                )}
              >
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={measuredRef}>
          {weeks.map(({ week, bars }) => (
            <tr key={week[0]} className="border-b border-soft last:border-b-0">
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  events={eventsByDay.get(day) ?? noEvents}
                  week={week}
                  bars={bars}
                  rows={rows}
                  isOut={toMonth(day) !== month}
                  isToday={day === today}
                  isActive={day === active}
                  isSelected={selection.includes(day)}
                  mayMove={props.mayMove}
                  isChosen={day === chosenDay}
                  isCompact={isCompact}
                  onDay={({ detail }) => {
                    setCursor(day);
                    // 0 for a key; a mouse clicks another day after a selection was forgotten.
                    if (selection.range && detail === 0) return selection.finish();
                    selection.clear();
                    props.onDay(day);
                  }}
                  onMore={() => props.onMore(day)}
                  onEvent={props.onEvent}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <KeyHint
        isShown={isByKeys}
        isCompact={isCompact}
        canMove={[...eventsByDay.values()].some((events) => events.some(props.mayMove))}
        selected={selection.range}
      />
    </>
  );
}

/** Explains the keys once the grid is focused by keyboard. */
function KeyHint({
  isShown,
  isCompact,
  canMove,
  selected,
}: {
  isShown: boolean;
  isCompact: boolean;
  canMove: boolean;
  selected: [Day, Day] | undefined;
}) {
  return (
    // Sticks to the lower edge of the viewport.
    <div
      aria-live="polite"
      className="pointer-events-none sticky bottom-3 z-3 flex justify-center px-4"
    >
      {isShown && (
        <p className="-mt-12 mb-3 animate-appear rounded-control bg-raised px-3.5 py-2 text-xs text-second shadow-float">
          {selected
            ? `${formatFullDay(selected[0])} to ${formatFullDay(selected[1])} selected. Press Enter to create an event.`
            : isCompact
              ? 'Arrow keys move by day, Page Up and Page Down by month. Press Enter to show the day.'
              : `Arrow keys move by day and with Shift select, Page Up and Page Down move by month. Press Enter to create an event or F2 to go to the day's events${canMove ? ', where Space moves an event' : ''}.`}
        </p>
      )}
    </div>
  );
}

const noEvents: readonly ShownOccurrence[] = [];

function findInitialDay(month: Month, today: Day, chosenDay: Day | undefined): Day {
  if (chosenDay !== undefined && toMonth(chosenDay) === month) return chosenDay;
  return toMonth(today) === month ? today : getFirstDay(month);
}
