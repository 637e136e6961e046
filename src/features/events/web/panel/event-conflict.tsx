import { describeFailure } from '#web/api/call-error.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { Conflict, type ConflictLine } from '#web/ui/overlays/conflict.tsx';
import type { EventChange, EventDetail } from '../../event.ts';
import { factLines } from './event-facts.ts';

/** What the person typed about an event beside what somebody else saved meanwhile. */
export function EventConflict({
  mine,
  theirs,
  isDeleted,
  failure,
  onRetry,
}: {
  mine: EventChange;
  /** Not there while it is on its way. */
  theirs: EventDetail | undefined;
  isDeleted: boolean;
  failure: Error | null;
  onRetry: () => void;
}) {
  return (
    <Conflict
      subject="event"
      isDeleted={isDeleted}
      last={
        theirs && (
          <>
            Updated{' '}
            <DateText at={theirs.audit.updatedAt} zone={theirs.timeZone} format="dateTime" />
          </>
        )
      }
      lines={theirs && linesOf(mine, theirs)}
      failure={failure ? describeFailure(failure) : undefined}
      onRetry={onRetry}
    />
  );
}

function linesOf(mine: EventChange, theirs: EventDetail): ConflictLine[] {
  const recurrence = theirs.recurrencePattern;
  const there = factLines({ ...theirs, recurrence });
  // How it repeats is said only where that was changed.
  const typed = factLines({
    ...mine,
    recurrence: mine.recurrence === undefined ? recurrence : mine.recurrence,
  });
  return typed.map(({ name, words }, index) => {
    const other = there[index]?.words ?? '';
    return { name, mine: words, theirs: other, isDifferent: words !== other };
  });
}
