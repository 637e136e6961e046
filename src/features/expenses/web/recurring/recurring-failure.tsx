import { formatDay } from '#kit/day.ts';
import { useSession } from '#web/api/session.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { RecurringExpense } from '../../recurring/recurring.ts';

/** Why the next one could not be made. */
export function RecurringFailure({
  recurring: { failure, nextDay },
}: {
  recurring: RecurringExpense;
}) {
  const { timeZone } = useSession().chapter;
  if (!failure || nextDay === null) return null;
  return (
    <Notice tone="warn">
      The expense for {formatDay(nextDay)} couldn't be created on{' '}
      <DateText at={failure.at} zone={timeZone} />: {failure.message}. It is tried again every
      night.
    </Notice>
  );
}
