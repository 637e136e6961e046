import { formatLongDay, localToDay } from '#kit/day.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { isAllDay } from '../../all-day.ts';
import type { Occurrence } from '../../occurrence.ts';

/** 'November 20, 2026 • 6:00 PM', or 'November 20, 2026 • All day'. */
export function StartText({
  event: { occurrenceStartDate, localStart, localEnd, timeZone },
}: {
  event: Pick<Occurrence, 'occurrenceStartDate' | 'localStart' | 'localEnd' | 'timeZone'>;
}) {
  if (!isAllDay(localStart, localEnd))
    return <DateText at={occurrenceStartDate} zone={timeZone} format="event" />;
  const day = localToDay(localStart);
  return (
    <time dateTime={day} className="tabular">
      {formatLongDay(day)} • All day
    </time>
  );
}
