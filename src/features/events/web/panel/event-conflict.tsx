import { describeFailure } from '#web/api/call-error.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { Conflict, type ConflictLine } from '#web/ui/overlays/conflict.tsx';
import type { EventChange, EventDetail } from '../../event.ts';
import { toDetailLines } from './compared-details.ts';

/** Compares the entered values with the version that someone else saved. */
export function EventConflict({
  mine,
  theirs,
  isDeleted,
  failure,
  onRetry,
}: {
  mine: EventChange;
  /** Undefined while loading. */
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
      lines={theirs && compareLines(mine, theirs)}
      failure={failure ? describeFailure(failure) : undefined}
      onRetry={onRetry}
    />
  );
}

function compareLines(mine: EventChange, theirs: EventDetail): ConflictLine[] {
  const recurrence = theirs.recurrencePattern;
  const current = toDetailLines({ ...theirs, recurrence });
  // `mine` contains the recurrence only if it was changed.
  const entered = toDetailLines({
    ...mine,
    recurrence: mine.recurrence === undefined ? recurrence : mine.recurrence,
  });
  return entered.map(({ name, words }, index) => {
    const other = current[index]?.words ?? '';
    return { name, mine: words, theirs: other, isDifferent: words !== other };
  });
}
