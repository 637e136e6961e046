import { useQueries } from '@tanstack/react-query';
import { toInstant } from '#kit/day.ts';
import { useSession } from '#web/api/session.ts';
import { toOptions } from '#web/home-entries.ts';
import { sentences } from './entries.ts';

/** What today is about, as far as it is known: 'Nothing to pay. Board sync Tuesday at 8 AM; you're going.' */
export function TodayLine() {
  const session = useSession();
  const replies = useQueries({ queries: sentences.map(({ read }) => toOptions(read)) });
  const now = toInstant(Temporal.Now.instant());
  const words = sentences
    .map(({ say }, at) => {
      const reply = replies[at]?.data;
      return reply === undefined ? '' : say(reply, session, now);
    })
    .filter((sentence) => sentence !== '')
    .join(' ');
  // As high as it mostly is, so that nothing below moves.
  return (
    <span className="line-clamp-3 min-h-10 wrap-anywhere sm:min-h-6 sm:text-base">
      {words || `${session.chapter.name} chapter`}
    </span>
  );
}
