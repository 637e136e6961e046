import { useQuery } from '@tanstack/react-query';
import { useToday } from '#web/screen/use-today.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import type { WalletDetail } from '../../contract.ts';
import { balancesQuery } from '../queries.ts';
import { BalancePicture, describeBalances } from '../shared/balance-picture.tsx';

/** The balance over time as a picture, and its extremes in words. */
export function BalancePlot({ wallet }: { wallet: WalletDetail }) {
  const today = useToday();
  const balances = useQuery(balancesQuery(wallet.id));
  if (balances.isPending) return <Skeleton className="h-full w-full" />;
  if (!balances.data) {
    return (
      <p role="alert" className="text-xs text-owes">
        Couldn't load the balance over time.{' '}
        <TextButton onClick={() => void balances.refetch()} className="touch-target font-medium">
          Retry
        </TextButton>
      </p>
    );
  }
  const { points, isComplete } = balances.data;
  const [first] = points;
  if (!first) return <p className="text-xs text-third">No transactions yet.</p>;
  // The first point is the day before the first transaction.
  const since = points[1]?.day ?? first.day;
  const currency = wallet.currencyCode;
  return (
    <figure className="flex h-full flex-col">
      <BalancePicture points={points} since={since} today={today} currency={currency} />
      <figcaption className="mt-1 text-xs text-third">
        {describeBalances(points, since, currency)}
        {!isComplete && ' Earlier transactions are not shown.'}
      </figcaption>
    </figure>
  );
}
