import { useQuery } from '@tanstack/react-query';
import Repeat from 'lucide-react/icons/repeat';
import { plural } from '#kit/counts.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Money } from '#web/ui/money.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import type { RecurringExpense } from '../../recurring/recurring.ts';
import { describeRecurring, describeRule } from '../../recurring/recurring-words.ts';
import type { ExpenseHandlers } from '../list/expense-actions.tsx';
import { recurringListQuery } from './queries.ts';
import { RecurringActions } from './recurring-actions.tsx';
import { RecurringFailure } from './recurring-failure.tsx';

/** The expenses that repeat, those that could not be made first. */
export function RecurringPanel({
  open,
  onClose,
  ask,
}: OverlayProps & {
  ask: ExpenseHandlers['ask'];
}) {
  const query = useQuery({ ...recurringListQuery, enabled: open });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Recurring Expenses"
      description="Logged automatically on their dates"
      subjectId="recurring"
    >
      <QueryView
        query={query}
        failure="Couldn't load the recurring expenses."
        loading={<LoadingRows label="Loading recurring expenses..." rows={4} />}
      >
        {(data) => <RecurringList recurring={data} ask={ask} />}
      </QueryView>
    </Sheet>
  );
}

function RecurringList({
  recurring,
  ask,
}: {
  recurring: readonly RecurringExpense[];
  ask: ExpenseHandlers['ask'];
}) {
  if (recurring.length === 0) {
    return (
      <EmptyState title="No recurring expenses" icon={<Repeat />}>
        Add an expense and choose Repeat under More, for example for rent or dues.
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Recurring expenses" className="divide-y divide-soft">
      {recurring.map((each) => (
        <li key={each.id} className="flex flex-col gap-2.5 px-5 py-4">
          <div className="flex items-baseline justify-between gap-3">
            <h3 className="min-w-0 font-medium wrap-anywhere">{each.expense.title}</h3>
            <Money cents={each.expense.amount} className="font-semibold" />
          </div>
          <div className="-mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-third">
            {each.status === 'paused' ? describeRule(each.rule) : describeRecurring(each)},{' '}
            {plural(each.expense.participants.length, 'person', 'people')}
            {each.status === 'paused' && <Badge>Paused</Badge>}
          </div>
          <RecurringFailure recurring={each} />
          <RecurringActions recurring={each} ask={ask} />
        </li>
      ))}
    </ul>
  );
}
