import { formatLocalTime, formatLongDay, localToDay } from '#kit/day.ts';
import { isAllDay } from '../../all-day.ts';
import type { Occurrence } from '../../occurrence.ts';

/** 'November 20, 2026 • 6:00 PM', or 'November 20, 2026 • All day', by the event's own clock. */
export function StartText({
  event: { localStart, localEnd },
}: {
  event: Pick<Occurrence, 'localStart' | 'localEnd'>;
}) {
  const time = isAllDay(localStart, localEnd) ? 'All day' : formatLocalTime(localStart);
  return (
    <time dateTime={localStart} className="tabular">
      {formatLongDay(localToDay(localStart))} • {time}
    </time>
  );
}
