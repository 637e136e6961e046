import { type Day, instantToDay, toInstant } from '#kit/day.ts';
import { useSession } from '#web/api/session.ts';

/** Of the chapter. */
export function useToday(): Day {
  const { chapter } = useSession();
  return instantToDay(toInstant(Temporal.Now.instant()), chapter.timeZone);
}
