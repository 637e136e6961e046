import { useQuery } from '@tanstack/react-query';
import type { Day } from '#kit/day.ts';
import { categoriesQuery } from '../../categories/categories-query.ts';
import { hueFillClass, hueStyle } from '../../category-hue.ts';
import type { ShownOccurrence } from '../all-calendars.ts';
import { listShownCategories } from './shown-categories.ts';

/** Names the colors of the events on the shown days. */
export function CategoryKey({
  days,
  eventsByDay,
}: {
  days: readonly Day[];
  eventsByDay: ReadonlyMap<Day, readonly ShownOccurrence[]>;
}) {
  const { data } = useQuery(categoriesQuery);
  const colors = days
    .flatMap((day) => eventsByDay.get(day) ?? [])
    .map((each) => each.categoryColor);
  const shown = data ? listShownCategories(data.items, colors) : [];
  return (
    // In the margin of the page, so that the days need not give it room.
    <div className="mt-2 min-h-4.5 px-1 sm:-mb-6.5 sm:px-5">
      {shown.length > 0 && (
        <ul
          aria-label="Categories"
          className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-second"
        >
          {shown.map(({ color, name }) => (
            <li key={color} className="flex min-w-0 items-center gap-1.5">
              <span
                aria-hidden="true"
                style={hueStyle(color)}
                className={`size-2 shrink-0 rounded-full forced-color-adjust-none ${hueFillClass}`}
              />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
