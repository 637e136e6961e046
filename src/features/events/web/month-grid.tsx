import clsx from 'clsx';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { dayAfterKey, weekdays, weeksOfMonth } from '#web/ui/day-moves.ts';
import type { Occurrence } from '../contract.ts';
import { firstDayOf, isMonth, type Month, monthOf } from '../month.ts';
import { DayCell } from './day-cell.tsx';

export type MonthGridProps = {
  month: Month;
  today: Day;
  eventsOf: ReadonlyMap<Day, readonly Occurrence[]>;
  /** A phone shows dots and chooses days; elsewhere days show chips and are pressed to create. */
  isCompact: boolean;
  chosenDay: Day | undefined;
  headingId: string;
  onMonthChange: (month: Month) => void;
  onDay: (day: Day) => void;
  onMore: (day: Day) => void;
  onEvent: (eventId: Id) => void;
};

/**
 * A month of six weeks, by pointer or by the keys of the W3C's date grid: the arrows move by day
 * and week, Home and End within the week, Page Up and Down by month, with Shift by year. One day
 * can be tabbed to, and from it the events that it shows.
 */
export function MonthGrid(props: MonthGridProps) {
  const { month, today, eventsOf, isCompact, chosenDay, headingId } = props;
  const grid = useRef<HTMLTableElement>(null);
  const [cursor, setCursor] = useState<Day>(() => dayToStartAt(month, today, chosenDay));
  /** Where a key led: focused as soon as its month is drawn. */
  const target = useRef<Day | undefined>(undefined);
  const active = monthOf(cursor) === month ? cursor : dayToStartAt(month, today, chosenDay);

  useEffect(() => {
    if (target.current === undefined || monthOf(target.current) !== month) return;
    grid.current?.querySelector<HTMLElement>(`[data-day="${target.current}"]`)?.focus();
    target.current = undefined;
  });

  const move = (event: KeyboardEvent) => {
    // The next press may come before the month it belongs to is drawn.
    const next = dayAfterKey(target.current ?? active, event.key, event.shiftKey);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!isMonth(monthOf(next))) return;
    target.current = next;
    setCursor(next);
    if (monthOf(next) !== month) props.onMonthChange(monthOf(next));
  };

  return (
    <table
      ref={grid}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      aria-labelledby={headingId}
      onKeyDown={move}
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
                'h-9 text-xs font-medium text-third',
                isCompact ? 'text-center' : 'px-2.5 text-left',
              )}
            >
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOfMonth(firstDayOf(month)).map((week) => (
          <tr key={week[0]} className="border-b border-soft last:border-b-0">
            {week.map((day) => (
              <DayCell
                key={day}
                day={day}
                events={eventsOf.get(day) ?? none}
                isOut={monthOf(day) !== month}
                isToday={day === today}
                isActive={day === active}
                isChosen={day === chosenDay}
                isCompact={isCompact}
                onDay={() => {
                  setCursor(day);
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
  );
}

const none: readonly Occurrence[] = [];

function dayToStartAt(month: Month, today: Day, chosenDay: Day | undefined): Day {
  if (chosenDay !== undefined && monthOf(chosenDay) === month) return chosenDay;
  return monthOf(today) === month ? today : firstDayOf(month);
}
