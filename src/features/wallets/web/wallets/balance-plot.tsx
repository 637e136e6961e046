import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type Day, formatDay, instantToDay, toInstant } from '#kit/day.ts';
import { type Cents, formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type BalancePoint, countDays } from '../../balance-points.ts';
import type { WalletDetail } from '../../contract.ts';
import { balancesQuery } from '../queries.ts';

const width = 600;
const height = 72;

/** The balance over time as a picture, and its extremes in words. */
export function BalancePlot({ wallet }: { wallet: WalletDetail }) {
  const { timeZone } = useSession().chapter;
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
  const today = instantToDay(toInstant(Temporal.Now.instant()), timeZone);
  return (
    <figure className="flex h-full flex-col">
      <Picture points={points} today={today} />
      <figcaption className="mt-1 text-xs text-third">
        {describe(points, wallet.currencyCode)}
        {!isComplete && ' Earlier transactions are not shown.'}
      </figcaption>
    </figure>
  );
}

/** 'Since Mar 1, 2026: lowest -$5.00 on …, highest $7.00 on ….' */
function describe(points: readonly BalancePoint[], currency: WalletDetail['currencyCode']): string {
  const pick = (isBetter: (one: Cents, other: Cents) => boolean) =>
    points.reduce((best, point) => (isBetter(point.balance, best.balance) ? point : best));
  const say = ({ day, balance }: BalancePoint) =>
    `${formatMoney(balance, currency)} on ${formatDay(day)}`;
  const lowest = pick((one, other) => one < other);
  const highest = pick((one, other) => one > other);
  // The first point is the day before the first transaction.
  const since = points[1]?.day ?? lowest.day;
  return `Since ${formatDay(since)}: lowest ${say(lowest)}, highest ${say(highest)}.`;
}

function Picture({ points, today }: { points: readonly BalancePoint[]; today: Day }) {
  const id = useId();
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  const end = last.day > today ? last.day : today;
  const days = Math.max(1, countDays(first.day, end));
  const balances = points.map(({ balance }) => balance);
  const [low, high] = [Math.min(0, ...balances), Math.max(0, ...balances)];
  const toX = (day: Day) => ((countDays(first.day, day) / days) * width).toFixed(1);
  const toY = (balance: number) =>
    (((high - balance) / Math.max(1, high - low)) * (height - 4) + 2).toFixed(1);
  const zero = toY(0);
  const steps = points.map(({ day, balance }) => `H${toX(day)}V${toY(balance)}`).join('');
  const line = `M0 ${toY(first.balance)}${steps}H${width}`;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="min-h-0 w-full flex-1"
    >
      <clipPath id={`${id}above`}>
        <rect width={width} height={zero} />
      </clipPath>
      <clipPath id={`${id}below`}>
        <rect y={zero} width={width} height={height} />
      </clipPath>
      {(['above', 'below'] as const).map((side) => (
        <g
          key={side}
          clipPath={`url(#${id}${side})`}
          className={side === 'above' ? 'text-owed' : 'text-owes'}
        >
          <path d={`${line}V${zero}H0Z`} fill="currentColor" opacity={0.12} />
          <path
            d={line}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.5}
            vectorEffect="non-scaling-stroke"
          />
        </g>
      ))}
      <path
        d={`M0 ${zero}H${width}`}
        stroke="var(--third)"
        strokeDasharray="2 3"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
