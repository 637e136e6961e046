import { useSyncExternalStore } from 'react';
import { type Day, instantToDay, toInstant } from '#kit/day.ts';
import { useSession } from '#web/api/session.ts';

/** Of the chapter, or of another zone; tomorrow's from midnight on, though the page stays open. */
export function useToday(timeZone?: string): Day {
  const { chapter } = useSession();
  return useSyncExternalStore(onTimePassed, () =>
    instantToDay(toInstant(Temporal.Now.instant()), timeZone ?? chapter.timeZone),
  );
}

/** A device that slept runs no timers, and shows the page when it wakes. */
function onTimePassed(onPassed: () => void): () => void {
  const timer = setInterval(onPassed, 30_000);
  document.addEventListener('visibilitychange', onPassed);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onPassed);
  };
}
