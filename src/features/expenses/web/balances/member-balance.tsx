import { useQuery } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney } from '#kit/money.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { balancesQuery } from '../balances-query.ts';

/** A member's balance, with a link to the expenses behind it. */
export function MemberBalance({ memberId }: { memberId: Id<'member'> }) {
  const balances = useQuery(balancesQuery);
  const found = balances.data?.items.find((item) => item.participantId === memberId);
  return (
    <Card title="Balance">
      {balances.data ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-base font-medium">
            <Balance balance={found?.balance ?? cents(0)} />
          </p>
          <LinkButton to="/expenses" search={{ panel: 'balance', member: memberId }} size="sm">
            View Expenses
          </LinkButton>
        </div>
      ) : balances.isError ? (
        <ErrorState
          title="Failed to load member balances"
          onRetry={() => void balances.refetch()}
          isRetrying={balances.isFetching}
        />
      ) : (
        <Loading label="Loading balance...">
          <Skeleton className="h-6 w-32" />
        </Loading>
      )}
    </Card>
  );
}

/** Worded like the Member Balances card. */
export function Balance({ balance }: { balance: Cents }) {
  if (balance === 0) return 'Even';
  const isOwed = balance > 0;
  return (
    <span className={isOwed ? 'tabular text-owed' : 'tabular text-owes'}>
      {isOwed ? 'Owed' : 'Owes'} {formatMoney(cents(Math.abs(balance)))}
    </span>
  );
}
