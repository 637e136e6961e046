import { type Instant, instantToLocal, localToTime } from '#kit/day.ts';

const quietSeconds = 5 * 60;
/** However long the changes go on. */
const maxWaitSeconds = 30 * 60;
const quietFrom = '21:00';
const quietUntil = '07:00';

/** Whether nothing has changed for five minutes, or changes have gone on for half an hour. */
export function isHeldLongEnough(
  changed: { readonly first: Instant; readonly last: Instant } | null,
  now: Instant,
): boolean {
  if (changed === null) return true;
  const since = (then: Instant) => Temporal.Instant.from(then).until(now).total('seconds');
  return since(changed.last) >= quietSeconds || since(changed.first) >= maxWaitSeconds;
}

/** At night, only notices whose source says they cannot wait are sent. */
export function isQuiet(now: Instant, timeZone: string): boolean {
  const time = localToTime(instantToLocal(now, timeZone));
  return time >= quietFrom || time < quietUntil;
}
