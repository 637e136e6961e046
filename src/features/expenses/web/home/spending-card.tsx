import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { useState } from 'react';
import { getFirstDay, getLastDay } from '#kit/calendar/month.ts';
import { type Cents, formatMoney } from '#kit/money.ts';
import { callQuery } from '#web/api/call-query.ts';
import { useSession } from '#web/api/session.ts';
import { Card } from '#web/ui/card.tsx';
import { formatMonthTitle } from '#web/ui/fields/day-navigation.ts';
import { Loading } from '#web/ui/states/loading.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { type MonthOfSpending, spendingCall } from '../../home-contract.ts';
import { expensesKey } from '../../keys.ts';

export const spendingQuery = callQuery([...expensesKey, 'spending'], spendingCall, {});

/** The user's shares by month, each leading to its expenses; nothing if there were none. */
export function SpendingCard() {
  const spending = useQuery(spendingQuery);
  if (spending.data?.months.every(({ amount }) => amount === 0)) return null;
  return (
    <Card title="Your Shares by Month">
      <QueryView
        query={spending}
        loading={
          <Loading label="Loading your shares by month...">
            <Skeleton className="h-48 w-full" />
          </Loading>
        }
        failure="Couldn't load your shares by month."
      >
        {(read) => <Months {...read} />}
      </QueryView>
    </Card>
  );
}

function Months({ months, total }: { months: readonly MonthOfSpending[]; total: Cents }) {
  const { me } = useSession();
  const [pointed, setPointed] = useState<MonthOfSpending['month']>();
  const last = months.at(-1);
  const shown = months.find(({ month }) => month === pointed) ?? last;
  // Reversals of earlier months may outweigh what a month added.
  const highest = Math.max(...months.map(({ amount }) => amount));
  return (
    <>
      <p className="tabular text-title-phone font-semibold tracking-tight text-ink sm:text-title">
        {formatMoney(shown?.amount ?? total)}
      </p>
      <p className="text-xs text-third">
        {shown && `${formatMonthTitle(getFirstDay(shown.month))} · `}
        {formatMoney(total)} in twelve months
      </p>
      <ul className="mt-3 flex h-32 items-stretch gap-1">
        {months.map(({ month, amount }) => {
          const title = formatMonthTitle(getFirstDay(month));
          return (
            <li key={month} className="flex min-w-0 flex-1">
              <Link
                to="/expenses"
                search={{
                  participantId: me.memberId,
                  from: getFirstDay(month),
                  to: getLastDay(month),
                }}
                aria-label={`${title}: ${formatMoney(amount)}`}
                className="group flex w-full flex-col justify-end rounded-badge"
                onPointerEnter={() => setPointed(month)}
                onPointerLeave={() => setPointed(undefined)}
                onFocus={() => setPointed(month)}
                onBlur={() => setPointed(undefined)}
              >
                <span className="flex flex-1 items-end">
                  <span
                    className={clsx(
                      'min-h-px w-full rounded-t-badge',
                      // Where the system chooses the colors, only its own are drawn.
                      month === shown?.month
                        ? 'bg-primary forced-colors:bg-[Highlight]'
                        : 'bg-control group-hover:bg-primary forced-colors:bg-[CanvasText]',
                    )}
                    style={{ height: toHeight(amount, highest) }}
                  />
                </span>
                <span aria-hidden="true" className="pt-1 text-center text-xs text-third">
                  {title.slice(0, 1)}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Of the tallest bar, as CSS has it; nothing for a month that took back more than it added. */
function toHeight(amount: Cents, highest: number): string {
  return amount <= 0 ? '0' : `${((amount / highest) * 100).toFixed(1)}%`;
}
