import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatShortDate } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Detail } from '#web/ui/detail-list.tsx';
import { Money } from '#web/ui/money.tsx';
import type { Expense } from '../../expense.ts';
import { expenseQuery } from '../queries.ts';

type View = (expenseId: Id<'expense'>) => void;

/** What the expense reverses, replaces or came back for, and what reverses it, replaces it or came back for it. */
export function CorrectionLinks({ expense, onView }: { expense: Expense; onView: View }) {
  const { chapter } = useSession();
  const links = [
    ['Reverses', expense.correctsId],
    ['Corrected By', expense.correctedById],
    ['Replaced By', expense.replacedById],
    ['Replaces', expense.replacesId],
    ['Came Back For', expense.moneyBackForId],
  ] as const;
  return (
    <>
      {links.map(
        ([name, id]) => id && <CorrectionLink key={name} name={name} id={id} onView={onView} />,
      )}
      {expense.moneyBack && (
        <Detail name="Came Back">
          <span className="flex flex-col items-start gap-1">
            {expense.moneyBack.map(({ expenseId, amount, expenseDate }) => (
              <TextButton key={expenseId} onClick={() => onView(expenseId)}>
                <Money cents={amount} /> on {formatShortDate(expenseDate, chapter.timeZone)}
              </TextButton>
            ))}
          </span>
        </Detail>
      )}
    </>
  );
}

function CorrectionLink({ name, id, onView }: { name: string; id: Id<'expense'>; onView: View }) {
  const client = useQueryClient();
  const { data } = useQuery(expenseQuery(client, id));
  return (
    <Detail name={name}>
      <TextButton className="text-left wrap-anywhere" onClick={() => onView(id)}>
        {data?.title ?? 'Expense'}
      </TextButton>
    </Detail>
  );
}
