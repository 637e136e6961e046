import { addDays } from '#kit/calendar/month.ts';
import { formatLongDay, type Instant, instantToLocal, localToDay } from '#kit/day.ts';
import { DateText } from '#web/ui/date-text.tsx';

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
  if (!isAllDay || !local.endsWith('T00:00'))
    return <DateText at={at} zone={zone} format="event" />;
  return (
    <time dateTime={at} className="tabular">
      {formatLongDay(addDays(localToDay(local), -1))}
    </time>
  );
}
