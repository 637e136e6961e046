import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Detail } from '#web/ui/detail-list.tsx';
import type { Expense } from '../../expense.ts';
import { expenseQuery } from '../queries.ts';

type View = (expenseId: Id<'expense'>) => void;

/** What the expense reverses or replaces, and what reverses and replaces it. */
export function CorrectionLinks({ expense, onView }: { expense: Expense; onView: View }) {
  const links = [
    ['Reverses', expense.correctsId],
    ['Corrected By', expense.correctedById],
    ['Replaced By', expense.replacedById],
    ['Replaces', expense.replacesId],
  ] as const;
  return links.map(
    ([name, id]) => id && <CorrectionLink key={name} name={name} id={id} onView={onView} />,
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
