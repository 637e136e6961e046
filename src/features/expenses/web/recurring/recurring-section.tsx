import { useQuery } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { SheetSection } from '#web/ui/overlays/sheet.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { describeRecurring } from '../../recurring/recurring-words.ts';
import type { ExpenseHandlers } from '../list/expense-actions.tsx';
import { recurringQuery } from './queries.ts';
import { RecurringActions } from './recurring-actions.tsx';
import { RecurringFailure } from './recurring-failure.tsx';

/** What an expense was made from, in its panel. */
export function RecurringSection({
  recurringId,
  ask,
}: {
  recurringId: Id<'recurring'>;
  ask: ExpenseHandlers['ask'];
}) {
  const query = useQuery(recurringQuery(recurringId));
  const recurring = query.data;
  return (
    <SheetSection title="Repeats">
      {recurring ? (
        <div className="flex flex-col gap-3">
          <p>{describeRecurring(recurring)}</p>
          <RecurringFailure recurring={recurring} />
          <RecurringActions recurring={recurring} ask={ask} />
        </div>
      ) : query.isError ? (
        <p className="text-second">
          Couldn't load how it repeats.{' '}
          <TextButton className="font-medium" onClick={() => void query.refetch()}>
            Retry
          </TextButton>
        </p>
      ) : (
        <Loading label="Loading how it repeats...">
          <Skeleton className="h-4 w-48" />
        </Loading>
      )}
    </SheetSection>
  );
}
