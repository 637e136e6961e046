import clsx from 'clsx';
import { type Day, localToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { formatWhen } from '../../../format-times.ts';
import { lastDayOfOccurrence } from '../../../group-by-day.ts';
import { hueStyle } from '../../category-hue.ts';
import type { LocalTimes } from '../move/move-times.ts';
import { minutesPerDay } from './clock-change.ts';
import { isBar, layOutDay } from './lay-out-day.ts';
import { placeColumn } from './week-geometry.ts';

const ghostClass =
  'pointer-events-none absolute z-2 overflow-hidden rounded-badge border-2 border-(--hue) bg-[color-mix(in_srgb,var(--hue)_24%,var(--surface))] px-1 text-xs font-medium text-ink shadow-float';

/** Where an event would be: at its hours, or above them on all of its days. */
export function Ghost({
  times,
  title,
  color,
  days,
  gutterRem,
  part,
}: {
  times: LocalTimes;
  title: string;
  color: string;
  days: readonly Day[];
  gutterRem: number;
  part: 'bars' | 'hours';
}) {
  const range = { localStart: times.startDate, localEnd: times.endDate };
  const isAbove = isBar(range);
  if (isAbove !== (part === 'bars')) return null;
  const when = formatWhen(range, { thisYear: Number(times.startDate.slice(0, 4)) });
  if (isAbove) {
    const last = lastDayOfOccurrence(range);
    const covered = days.filter((day) => day >= localToDay(times.startDate) && day <= last);
    const column = days.indexOf(covered[0] ?? (times.startDate.slice(0, 10) as Day));
    if (column < 0) return null;
    const { left } = placeColumn(column, days.length, gutterRem);
    const width = `calc(${covered.length} * (100% - ${gutterRem}rem) / ${days.length})`;
    return (
      <div
        aria-hidden="true"
        data-ghost=""
        style={{ ...hueStyle(color), left, width }}
        className={`${ghostClass} inset-y-0.5 truncate`}
      >
        {title} {when}
      </div>
    );
  }
  const occurrence = { occurrenceId: 'ghost' as Id<'occurrence'>, ...range };
  return days.flatMap((day, column) =>
    layOutDay(day, [occurrence]).map(({ from, to, startsHere }) => (
      <div
        key={day}
        aria-hidden="true"
        data-ghost=""
        style={{
          ...hueStyle(color),
          ...placeColumn(column, days.length, gutterRem),
          top: `${(from / minutesPerDay) * 100}%`,
          height: `${((to - from) / minutesPerDay) * 100}%`,
        }}
        className={ghostClass}
      >
        {startsHere && (
          <>
            {title}{' '}
            <span className={clsx('font-normal', to - from >= 45 && 'block')}>
              {when.replace(/^\w+, \w+ \d+, /, '')}
            </span>
          </>
        )}
      </div>
    )),
  );
}
