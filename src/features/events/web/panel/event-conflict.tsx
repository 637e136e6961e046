import { describeFailure } from '#web/api/call-error.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { Conflict, type ConflictLine } from '#web/ui/overlays/conflict.tsx';
import type { EventChange, EventDetail } from '../../event.ts';
import { useCategoryName } from '../categories/categories-query.ts';
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
  const nameCategory = useCategoryName();
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
      lines={theirs && compareLines(mine, theirs, nameCategory)}
      failure={failure ? describeFailure(failure) : undefined}
      onRetry={onRetry}
    />
  );
}

function compareLines(
  mine: EventChange,
  theirs: EventDetail,
  nameCategory: (color: string) => string | undefined,
): ConflictLine[] {
  const recurrence = theirs.recurrencePattern;
  const current = toDetailLines({ ...theirs, recurrence }, nameCategory);
  // `mine` contains the recurrence only if it was changed.
  const entered = toDetailLines(
    {
      ...mine,
      maxGuests: mine.maxGuests ?? theirs.maxGuests,
      recurrence: mine.recurrence === undefined ? recurrence : mine.recurrence,
    },
    nameCategory,
  );
  return entered.map(({ name, words }, index) => {
    const other = current[index]?.words ?? '';
    return { name, mine: words, theirs: other, isDifferent: words !== other };
  });
}
