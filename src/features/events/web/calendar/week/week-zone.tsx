import type { Day } from '#kit/day.ts';

/** Names the time zone of the hours if the browser's clock shows another time. */
export function WeekZone({ timeZone, days }: { timeZone: string; days: readonly Day[] }) {
  const here = Temporal.Now.timeZoneId();
  const isSame = days.every((day) => getOffset(day, timeZone) === getOffset(day, here));
  if (isSame) return null;
  return (
    <p className="px-4 pb-3 text-xs text-third sm:px-5">
      Times are in the time zone {timeZone.replaceAll('_', ' ')} (
      {formatZone(days[0] ?? '2000-01-01', timeZone)})
    </p>
  );
}

function getOffset(day: Day, zone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: '12:00' })
    .offsetNanoseconds;
}

/** 'PST' or 'GMT+5:45' */
function formatZone(day: Day, zone: string): string {
  const noon = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: '12:00' });
  return (
    noon.toLocaleString('en-US', { hour: 'numeric', timeZoneName: 'short' }).split(/\s/).at(-1) ??
    zone
  );
}
