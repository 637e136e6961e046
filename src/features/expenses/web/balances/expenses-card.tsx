import { queryOptions, useQuery } from '@tanstack/react-query';
import { Receipt } from 'lucide-react';
import { formatMoney, zeroCents } from '#kit/money.ts';
import { call } from '#web/api/call.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { AreaCard } from '#web/ui/area-card.tsx';
import { Figure } from '#web/ui/figure.tsx';
import { expensesKey } from '../../keys.ts';
import { totalCall } from '../../summary-contract.ts';

/** The all-time total of the expenses that count toward the group's spending. */
const expenseTotalQuery = queryOptions({
  queryKey: [...expensesKey, 'total'],
  queryFn: ({ signal }) => call(totalCall, { signal }),
});

/** Shows zero if the total fails to load, as the specification requires; the failure is logged. */
export function ExpensesCard() {
  const total = useQuery(expenseTotalQuery);
  return (
    <AreaCard
      title="Expense Tracker"
      icon={<Receipt aria-hidden="true" />}
      actions={<LinkButton to="/expenses">View Expenses</LinkButton>}
    >
      <Figure
        figure={total.isPending ? undefined : formatMoney(total.data?.totalAmount ?? zeroCents)}
        label="Loading the total..."
        words="spent together, all time"
      />
    </AreaCard>
  );
}
