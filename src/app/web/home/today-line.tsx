import { useQueries } from '@tanstack/react-query';
import { Fragment } from 'react';
import { toInstant } from '#kit/day.ts';
import { useSession } from '#web/api/session.ts';
import { toOptions } from '#web/home-entries.ts';
import { useToday } from '#web/screen/use-today.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { sentenceReads, sentences } from './entries.ts';

/** What today is about, as far as it is known: 'Nothing to pay. Board sync Tuesday at 8 AM; you're going.' */
export function TodayLine() {
  // What was said stays until something that it reads changes, which the clock is not.
  return <Sentences key={useToday()} />;
}

function Sentences() {
  const session = useSession();
  const replies = useQueries({ queries: sentenceReads.map(toOptions) });
  const now = toInstant(Temporal.Now.instant());
  const dataOf = (read: (typeof sentenceReads)[number]) =>
    replies[sentenceReads.indexOf(read)]?.data;
  const shown = sentences.flatMap(({ read, further, say }) => {
    const reply = dataOf(read);
    return reply === undefined ? [] : say(reply, session, now, further && dataOf(further));
  });
  // As high as it mostly is, so that nothing below moves.
  return (
    <span className="line-clamp-3 min-h-10 wrap-anywhere sm:min-h-6 sm:text-base">
      {shown.map(({ words, link }) => (
        <Fragment key={words}>{link ? <TextLink {...link}>{words}</TextLink> : words} </Fragment>
      ))}
      {shown.length === 0 && `${session.chapter.name} chapter`}
    </span>
  );
}
