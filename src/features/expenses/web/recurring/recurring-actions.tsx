import { plural } from '#kit/counts.ts';
import { formatDay } from '#kit/day.ts';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { RecurringExpense } from '../../recurring/recurring.ts';
import type { ExpenseHandlers } from '../list/expense-actions.tsx';
import { usePauseOrResume } from './queries.ts';
import { useReasonAgainst } from './use-reason-against.ts';

/** What can be done to all from the next one on, if the member may. */
export function RecurringActions({
  recurring,
  ask,
}: {
  recurring: RecurringExpense;
  ask: ExpenseHandlers['ask'];
}) {
  const { id, status, expense } = recurring;
  const reason = useReasonAgainst()(recurring);
  const change = usePauseOrResume(recurring);
  if (status === 'ended') return null;
  if (reason !== undefined) return <p className="text-xs text-third">{reason}.</p>;
  const act = status === 'paused' ? 'resume' : 'pause';
  const subject = <span className="sr-only"> {expense.title}</span>;
  const press = async () => {
    try {
      const changed = await change.mutateAsync(act);
      toast.success({
        title: act === 'pause' ? 'Recurring expense paused' : 'Recurring expense resumed',
        description:
          act === 'pause' ? expense.title : describeResumed(changed, recurring.skippedDays),
      });
    } catch (error) {
      toastFailure(`Couldn't ${act} the recurring expense`, error);
    }
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => ask('edit-recurring', undefined, id)}>
        Edit All...{subject}
      </Button>
      <Button
        size="sm"
        isBusy={change.isPending}
        busyLabel={act === 'pause' ? 'Pausing...' : 'Resuming...'}
        onClick={() => void press()}
      >
        {act === 'pause' ? 'Pause' : 'Resume'}
        {subject}
      </Button>
      <Button size="sm" onClick={() => ask('stop-recurring', undefined, id)}>
        Stop...{subject}
      </Button>
    </div>
  );
}

function describeResumed({ nextDay, skippedDays }: RecurringExpense, before: number): string {
  const skipped = skippedDays - before;
  const days = skipped > 0 ? ` ${plural(skipped, 'day was', 'days were')} skipped.` : '';
  return nextDay === null
    ? `No dates are left before it ends.${days}`
    : `Next ${formatDay(nextDay)}.${days}`;
}
