import type { Day } from '#kit/day.ts';
import { getOwnZone } from '#kit/time-zone.ts';
import { describeZone } from '../../../describe-zone.ts';

/** Names the time zone of the hours if the browser's clock shows another time. */
export function WeekZone({ timeZone, days }: { timeZone: string; days: readonly Day[] }) {
  const here = getOwnZone();
  const isSame = days.every((day) => getOffset(day, timeZone) === getOffset(day, here));
  if (isSame) return null;
  return (
    <p className="px-4 pb-3 text-xs text-third sm:px-5">Times are in {describeZone(timeZone)}</p>
  );
}

function getOffset(day: Day, zone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: '12:00' })
    .offsetNanoseconds;
}
