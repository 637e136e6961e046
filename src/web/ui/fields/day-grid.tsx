import clsx from 'clsx';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatFullDay, weekdays } from '#kit/calendar/weekday.ts';
import type { Day } from '#kit/day.ts';
import { IconButton } from '../actions/icon-button.tsx';
import { formatMonthTitle, moveDayByKey, weeksOfMonth } from './day-navigation.ts';

/** A month to choose a day from, by pointer or by the keys of the ARIA date grid. By hand until Base UI has one. */
export function DayGrid({
  value,
  today,
  min,
  max,
  onSelect,
  hasInitialFocus = false,
}: {
  value: Day | undefined;
  today: Day;
  min?: Day | undefined;
  max?: Day | undefined;
  onSelect: (day: Day) => void;
  /** Focuses the selected day, or today, on mount. */
  hasInitialFocus?: boolean | undefined;
}) {
  const headingId = useId();
  const [active, setActive] = useState<Day>(() => clampDay(value ?? today, min, max));
  const grid = useRef<HTMLTableElement>(null);
  const wantsFocus = useRef(hasInitialFocus);

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [active]);

  const move = (event: KeyboardEvent) => {
    const next = moveDayByKey(active, event.key, event.shiftKey);
    if (next === undefined) return;
    event.preventDefault();
    const target = clampDay(next, min, max);
    // At the first or last selectable day nothing rerenders, so the focus would move later.
    wantsFocus.current = target !== active;
    setActive(target);
  };
  const changeMonth = (key: 'PageUp' | 'PageDown') =>
    setActive(clampDay(moveDayByKey(active, key, false) ?? active, min, max));

  return (
    <div className="w-69 p-3">
      <div className="mb-2 flex items-center justify-between">
        <IconButton
          label="Previous month"
          icon={<ChevronLeft />}
          disabled={min !== undefined && active.slice(0, 7) <= min.slice(0, 7)}
          onClick={() => changeMonth('PageUp')}
        />
        <h2 id={headingId} aria-live="polite" className="font-medium">
          {formatMonthTitle(active)}
        </h2>
        <IconButton
          label="Next month"
          icon={<ChevronRight />}
          disabled={max !== undefined && active.slice(0, 7) >= max.slice(0, 7)}
          onClick={() => changeMonth('PageDown')}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table ref={grid} role="grid" aria-labelledby={headingId} onKeyDown={move} className="w-full">
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name} className="h-8 text-xs font-medium text-third">
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(active).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const isOtherMonth = day.slice(0, 7) !== active.slice(0, 7);
                const isDisabled = day !== clampDay(day, min, max);
                return (
                  <td
                    key={day}
                    role="gridcell"
                    aria-selected={day === value}
                    className="p-0 text-center"
                  >
                    <button
                      type="button"
                      tabIndex={day === active ? 0 : -1}
                      disabled={isDisabled}
                      aria-label={formatFullDay(day)}
                      aria-current={day === today ? 'date' : undefined}
                      onClick={() => onSelect(day)}
                      className={clsx(
                        'tabular size-9 rounded-control disabled:opacity-40',
                        day === value
                          ? 'bg-primary-fill font-semibold text-on-fill'
                          : 'hover:not-disabled:bg-hover',
                        day === today && day !== value && 'font-semibold text-primary-ink',
                        isOtherMonth && day !== value && 'text-third',
                      )}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function clampDay(day: Day, min: Day | undefined, max: Day | undefined): Day {
  if (min && day < min) return min;
  if (max && day > max) return max;
  return day;
}
