import { useId } from 'react';
import { daysBetween } from '#kit/calendar/window.ts';
import { type Day, formatDay } from '#kit/day.ts';
import { type Cents, type Currency, cents, formatMoney } from '#kit/money.ts';
import type { BalancePoint } from '../../balance-points.ts';

const width = 600;
const height = 72;

/** 'Since Mar 1, 2026: lowest -$5.00 on …, highest $7.00 on ….' */
export function describeBalances(
  points: readonly BalancePoint[],
  since: Day,
  currency: Currency,
): string {
  const shown = startAt(points, since);
  const pick = (isBetter: (one: Cents, other: Cents) => boolean) =>
    shown.reduce((best, point) => (isBetter(point.balance, best.balance) ? point : best));
  const say = ({ day, balance }: BalancePoint) =>
    `${formatMoney(balance, currency)} on ${formatDay(day)}`;
  const lowest = pick((one, other) => one < other);
  const highest = pick((one, other) => one > other);
  return `Since ${formatDay(since)}: lowest ${say(lowest)}, highest ${say(highest)}.`;
}

/** The points from a day on; what the balance was before counts only if that day did not change it. */
function startAt(points: readonly BalancePoint[], since: Day): BalancePoint[] {
  const later = points.filter(({ day }) => day >= since);
  const before = points.findLast(({ day }) => day < since);
  if (!before || later[0]?.day === since) return later;
  return [{ day: since, balance: before.balance }, ...later];
}

/** Labels of the amounts are at least this part of the height apart. */
const minLabelDistance = 0.2;

/** A balance from its first day to today, above and below zero; its words stand beside it. */
export function BalancePicture({
  points,
  since,
  today,
  currency,
}: {
  points: readonly BalancePoint[];
  /** The day that the words begin with. */
  since: Day;
  today: Day;
  currency: Currency;
}) {
  const id = useId();
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  const end = last.day > today ? last.day : today;
  const days = Math.max(1, daysBetween(first.day, end));
  const balances = points.map(({ balance }) => balance);
  const [low, high] = [Math.min(0, ...balances), Math.max(0, ...balances)];
  const toX = (day: Day) => ((daysBetween(first.day, day) / days) * width).toFixed(1);
  const toY = (balance: number) =>
    (((high - balance) / Math.max(1, high - low)) * (height - 4) + 2).toFixed(1);
  const zero = toY(0);
  const steps = points.map(({ day, balance }) => `H${toX(day)}V${toY(balance)}`).join('');
  const line = `M0 ${toY(first.balance)}${steps}H${width}`;
  const labels: { balance: number; at: number }[] = [];
  for (const balance of [0, low, high]) {
    const at = Number(toY(balance)) / height;
    if (labels.every((other) => Math.abs(other.at - at) >= minLabelDistance)) {
      labels.push({ balance, at });
    }
  }
  return (
    <div
      aria-hidden="true"
      className="tabular grid min-h-0 flex-1 grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-x-2 pt-1.5 text-xs text-third"
    >
      <div className="grid min-h-0">
        {labels.map(({ balance, at }) => (
          <span
            key={balance}
            style={{ top: `${100 * at}%` }}
            className="relative col-start-1 row-start-1 h-0 justify-self-end leading-0"
          >
            {formatMoney(cents(balance), currency)}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-full min-h-0 w-full"
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
      <div className="col-start-2 mt-1 flex justify-between">
        <span>{formatDay(since)}</span>
        <span>{end === today ? 'Today' : formatDay(end)}</span>
      </div>
    </div>
  );
}
