import { addDays } from '#kit/calendar/month.ts';
import {
  formatLocalTime,
  formatLongDay,
  type Instant,
  instantToLocal,
  localToDay,
} from '#kit/day.ts';

/** When RSVPs close: of whole days, usually at the end of a day, which needs no time. */
export function DeadlineText({
  at,
  zone,
  isAllDay,
}: {
  at: Instant;
  zone: string;
  isAllDay: boolean;
}) {
  const local = instantToLocal(at, zone);
  const day = localToDay(local);
  const isEndOfDay = isAllDay && local.endsWith('T00:00');
  return (
    <time dateTime={at} className="tabular">
      {isEndOfDay
        ? formatLongDay(addDays(day, -1))
        : `${formatLongDay(day)} • ${formatLocalTime(local)}`}
    </time>
  );
}
