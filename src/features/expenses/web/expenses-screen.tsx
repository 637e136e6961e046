import type { QueryClient } from '@tanstack/react-query';
import { Suspense, useDeferredValue } from 'react';
import { lazyLater } from '#web/screen/lazy-named.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { BankBalanceCard } from './balances/bank-balance-card.tsx';
import { MemberBalancesCard } from './balances/member-balances-card.tsx';
import { OwnStanding } from './balances/own-standing.tsx';
import { balancesQuery, standingsQuery } from './balances-query.ts';
import { ExpenseOverlays } from './expense-overlays.tsx';
import { ExpenseBreakdown } from './list/expense-breakdown.tsx';
import { toExpenseList } from './list/sorting.ts';
import { expenseListQuery } from './queries.ts';
import type { ExpensesSearch } from './search.ts';
import { readView, useExpensesAddress } from './use-expenses-address.ts';

/** Rarely there, and nothing that the screen waits for. */
const RecurringNotice = lazyLater(
  () => import('./recurring/recurring-notice.tsx'),
  'RecurringNotice',
);

/** Balances and expenses. */
export function ExpensesScreen() {
  const address = useExpensesAddress();
  // The switch moves at once; the other view may take longer.
  const shownView = useDeferredValue(address.listView);
  return (
    <>
      {/* Beside the title where there is room, so that the list starts no lower. */}
      <div className="lg:flex lg:justify-between lg:gap-8">
        <div className="shrink-0">
          <PageHeader
            title="Expense Tracker"
            description="Track balances and manage group expenses"
          />
        </div>
        <OwnStanding address={address} />
      </div>
      <div
        data-full-width={shownView === 'members' ? '' : undefined}
        className="flex flex-col gap-4"
      >
        <Suspense>
          <RecurringNotice onShow={address.showRecurring} />
        </Suspense>
        <ExpenseBreakdown address={address} shownView={shownView} />
        <div className="grid grid-cols-1 gap-4 has-[[aria-expanded=true]]:items-start lg:grid-cols-[minmax(14.5rem,26fr)_minmax(0,74fr)]">
          <BankBalanceCard />
          <MemberBalancesCard address={address} />
        </div>
      </div>
      <ExpenseOverlays address={address} />
    </>
  );
}

/** Prefetches the data that the screen needs first. */
export async function prefetch(client: QueryClient, search: ExpensesSearch): Promise<void> {
  await Promise.all([
    client.prefetchQuery(expenseListQuery(toExpenseList(search, search.view ?? readView()))),
    client.prefetchQuery(balancesQuery),
    client.prefetchQuery(standingsQuery),
  ]);
}
