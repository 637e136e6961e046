import { useQuery } from '@tanstack/react-query';
import Receipt from 'lucide-react/icons/receipt';
import { type Cents, formatMoney } from '#kit/money.ts';
import { callQuery } from '#web/api/call-query.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { AreaCard, Unread } from '#web/ui/area-card.tsx';
import { Figure } from '#web/ui/figure.tsx';
import { expensesKey } from '../../keys.ts';
import { totalCall } from '../../summary-contract.ts';

/** The all-time total of the expenses that count toward the group's spending. */
export const expenseTotalQuery = callQuery([...expensesKey, 'total'], totalCall, {});

export function ExpensesCard() {
  const total = useQuery(expenseTotalQuery);
  return (
    <AreaCard
      title="Expense Tracker"
      icon={<Receipt aria-hidden="true" />}
      link={<TextLink to="/expenses">View Expenses</TextLink>}
    >
      {total.isLoadingError ? (
        <Unread what="the total" onRetry={total.refetch} />
      ) : (
        <Figure
          figure={total.data && formatMoney(total.data.totalAmount)}
          label="Loading the total..."
          words={describeTotal(total.data?.excludedAmount)}
        />
      )}
    </AreaCard>
  );
}

/** The list of expenses adds up to more if some are excluded. */
function describeTotal(excluded: Cents | undefined): string {
  const words = 'spent together, all time';
  return excluded ? `${words} (excludes ${formatMoney(excluded)})` : words;
}
