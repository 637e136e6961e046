import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { balancesQuery } from '#features/expenses/web/balances-query.ts';
import { type Cents, cents, formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The member's balance over all open expenses. */
export function BalanceCard({ className }: { className?: string | undefined }) {
  const { me } = useSession();
  const balances = useQuery(balancesQuery);
  const ownBalance = balances.data?.items.find((item) => item.participantId === me.memberId);
  const isSettledUp = balances.data !== undefined && !ownBalance?.balance;
  return (
    <Card label="Your balance" className={className}>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {balances.data ? (
          <BalanceStatement balance={ownBalance?.balance ?? cents(0)} />
        ) : balances.isError ? (
          <p role="alert" className="text-second">
            Couldn't load your balance.
          </p>
        ) : (
          <Loading label="Loading your balance...">
            <Skeleton className="h-6 w-44" />
          </Loading>
        )}
        {balances.isError && !balances.data ? (
          <Button
            size="sm"
            isBusy={balances.isFetching}
            busyLabel="Retrying..."
            onClick={() => void balances.refetch()}
          >
            Retry
          </Button>
        ) : (
          <LinkButton
            to="/expenses"
            // Opens the expenses behind the balance, also before it has loaded.
            search={isSettledUp ? {} : { panel: 'balance', member: me.memberId }}
            size="sm"
          >
            View Expenses
          </LinkButton>
        )}
      </div>
    </Card>
  );
}

function BalanceStatement({ balance }: { balance: Cents }) {
  if (balance === 0) return <p className="text-base font-medium text-ink">You're settled up</p>;
  const isOwed = balance > 0;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5 text-second">
      {isOwed ? "You're owed" : 'You owe'}
      <span
        className={clsx(
          'tabular text-title font-semibold tracking-[-0.02em]',
          isOwed ? 'text-owed' : 'text-owes',
        )}
      >
        {formatMoney(cents(Math.abs(balance)))}
      </span>
    </p>
  );
}
