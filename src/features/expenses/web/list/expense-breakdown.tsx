import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Receipt } from 'lucide-react';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { StaleContent } from '#web/ui/stale-content.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { expensesPerPage } from '../first-reads.ts';
import { withFirst } from '../people.ts';
import { expenseListQuery } from '../queries.ts';
import type { ExpensesAddress } from '../use-expenses-address.ts';
import { EventFilter } from './event-filter.tsx';
import { ExpenseList } from './expense-list.tsx';
import { ExpenseTable } from './expense-table.tsx';
import { countOfFilters, filterOf } from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { listOf, orderOf } from './sorting.ts';

/** The expenses of a page in all their states: a table, or on a phone a list. */
export function ExpenseBreakdown({ address }: { address: ExpensesAddress }) {
  const isWide = useMedia('(width >= 40rem)');
  const filter = <EventFilter eventId={address.search.eventId} onChange={address.filterByEvent} />;
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      onClick={() => address.ask('create')}
      className={isWide ? undefined : 'w-full shadow-float'}
    >
      Add Expense
    </Button>
  );
  if (isWide) {
    return (
      <Card
        title="Expense Breakdown"
        isFlush
        actions={
          <>
            {filter}
            {add}
          </>
        }
      >
        <div className="border-b border-line px-4 pb-4 sm:px-5">
          <FilterBar address={address} isWide />
        </div>
        <Expenses address={address} isWide />
      </Card>
    );
  }
  return (
    <section aria-labelledby="expense-breakdown" className="pb-16">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 id="expense-breakdown" className="shrink-0 text-base font-semibold">
          Expense Breakdown
        </h2>
        {filter}
      </div>
      <div className="mb-3">
        <FilterBar address={address} isWide={false} />
      </div>
      <Card isFlush label="Expenses">
        <Expenses address={address} isWide={false} />
      </Card>
      <div className="fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-2">
        {add}
      </div>
    </section>
  );
}

function Expenses({ address, isWide }: { address: ExpensesAddress; isWide: boolean }) {
  const { chapter, me } = useSession();
  const client = useQueryClient();
  const order = orderOf(address.search);
  const { page, ...listed } = listOf(address.search);
  const list = useQuery(expenseListQuery({ page, ...listed }));
  if (list.isPending) return <LoadingExpenses />;
  if (!list.data) {
    return (
      <ErrorState
        title="Failed to load expenses"
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      >
        {list.error?.message ?? 'Failed to fetch expenses'}
      </ErrorState>
    );
  }
  const { expenses, participants } = list.data;
  if (expenses.items.length === 0) return <NoExpenses address={address} />;
  const shown = {
    expenses: expenses.items,
    people: withFirst(participants, me.memberId),
    zone: chapter.timeZone,
    acts: address,
  };
  return (
    <StaleContent isStale={list.isPlaceholderData}>
      {list.isError && (
        <div className="border-b border-line px-4 py-3 sm:px-5">
          <Notice tone="error">
            Failed to fetch expenses. What you see may be out of date. {list.error.message}{' '}
            <TextButton
              onClick={() => void list.refetch()}
              className="font-medium text-owes! underline"
            >
              Retry
            </TextButton>
          </Notice>
        </div>
      )}
      {isWide ? (
        <ExpenseTable
          {...shown}
          openId={address.search.expense}
          order={order}
          onSort={address.changeOrder}
        />
      ) : (
        <ExpenseList {...shown} me={me.memberId} />
      )}
      {expenses.totalCount > expensesPerPage && (
        <Pagination
          page={page}
          totalPages={expenses.totalPages}
          onPageChange={address.changePage}
          onIntent={(next) => {
            if (next >= 1 && next <= expenses.totalPages) {
              void client.prefetchQuery(expenseListQuery({ page: next, ...listed }));
            }
          }}
          label="Pages of expenses"
          summary={`Showing ${expenses.items.length} of ${expenses.totalCount} expenses`}
        />
      )}
    </StaleContent>
  );
}

function LoadingExpenses() {
  return (
    <Loading label="Loading expenses...">
      <SkeletonRows rows={8} />
    </Loading>
  );
}

function NoExpenses({ address }: { address: ExpensesAddress }) {
  const { page = 1 } = address.search;
  const isFiltered = countOfFilters(filterOf(address.search)) > 0;
  const isNarrowed = isFiltered || page > 1;
  const showAll = () => (isFiltered ? address.showEverything() : address.changePage(() => 1));
  return (
    <EmptyState
      title="No expenses found"
      icon={<Receipt />}
      action={
        isNarrowed ? (
          <Button onClick={showAll}>{isFiltered ? 'Show All Expenses' : 'Go to First Page'}</Button>
        ) : (
          <Button
            icon={<Plus aria-hidden="true" />}
            onClick={() => address.ask('create')}
            // A phone has the button that stays in sight.
            className="max-sm:hidden"
          >
            Log the First Expense
          </Button>
        )
      }
    >
      {isNarrowed
        ? 'No expenses match these filters.'
        : "Add what was paid and who shared it. We'll work out who owes what."}
    </EmptyState>
  );
}
