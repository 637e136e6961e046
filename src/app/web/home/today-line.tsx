import { useQuery } from '@tanstack/react-query';
import { nextEventsQuery } from '#features/events/web/home/next-events-query.ts';
import { findStanding } from '#features/expenses/standing.ts';
import { standingsQuery } from '#features/expenses/web/balances-query.ts';
import { toInstant } from '#kit/day.ts';
import { useSession } from '#web/api/session.ts';
import { describeToday } from './describe-today.ts';

/** What today is about, as far as it is known. */
export function TodayLine() {
  const { me, chapter } = useSession();
  const standings = useQuery(standingsQuery).data;
  const events = useQuery(nextEventsQuery).data;
  const words = describeToday({
    standing: standings && findStanding(standings.items, me.memberId),
    next: events && (events.items[0] ?? null),
    now: toInstant(Temporal.Now.instant()),
    timeZone: chapter.timeZone,
  });
  // As high as it mostly is, so that nothing below moves.
  return (
    <span className="line-clamp-3 min-h-10 wrap-anywhere sm:min-h-6 sm:text-base">
      {words || `${chapter.name} chapter`}
    </span>
  );
}
