import { useQuery, useQueryClient } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Receipt from 'lucide-react/icons/receipt';
import { Suspense } from 'react';
import { plural } from '#kit/counts.ts';
import { formatMoney, zeroCents } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { maxPrinted, PrintButton } from '#web/screen/print-button.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { MoneyButton } from '#web/ui/actions/money-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/fields/checkbox.tsx';
import { ListView } from '#web/ui/list-view.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import type { ListedExpense } from '../../expense.ts';
import { ExportButton } from '../export-button.tsx';
import { toListQuery } from '../first-reads.ts';
import { putFirst } from '../people.ts';
import { expenseListQuery } from '../queries.ts';
import { readExpenses } from '../read-expenses.ts';
import type { ListViewName } from '../search.ts';
import type { ExpensesAddress } from '../use-expenses-address.ts';
import { EventFilter } from './event-filter.tsx';
import { ExpenseCards } from './expense-cards.tsx';
import { ExpenseList } from './expense-list.tsx';
import { countFilters, pickFilter } from './filter.ts';
import { FilterBar, RecurringButton } from './filter-bar.tsx';
import { type PrintedExpenses, toPrintedExpenses } from './print/printed-expenses.ts';
import { readOrder, toExpenseList } from './sorting.ts';
import { ViewSwitch } from './view-switch.tsx';

/** The second view; the list stays until its code has loaded. */
const MembersTable = lazyNamed(() => import('./members-table.tsx'), 'MembersTable');

/** A page of expenses with its filters, as a list or with a column for each member. */
export function ExpenseBreakdown({
  address,
  shownView,
}: {
  address: ExpensesAddress;
  shownView: ListViewName;
}) {
  const isWide = useMedia('(width >= 40rem)');
  const { eventId } = address.search;
  const list = useExpenseList(address, shownView);
  const title = list.data?.events.find(({ id }) => id === eventId)?.title;
  const filter = <EventFilter eventId={eventId} title={title} onChange={address.filterByEvent} />;
  const views = (
    <>
      {address.listView === 'members' && (
        <Switch
          label="All Members"
          checked={address.search.columns === 'all'}
          onCheckedChange={address.showAllColumns}
        />
      )}
      <ViewSwitch view={address.listView} onChange={address.changeView} />
    </>
  );
  const add = (
    <MoneyButton
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      onClick={() => address.ask('create')}
      className={isWide ? 'ml-auto' : 'w-full shadow-float'}
    >
      Add Expense
    </MoneyButton>
  );
  if (isWide) {
    return (
      <Card
        title="Expense Breakdown"
        isHeadingHidden
        isFlush
        actions={
          <>
            {views}
            {filter}
            {add}
          </>
        }
      >
        <div className="border-b border-line px-4 pb-4 sm:px-5">
          <FilterBar address={address} isWide />
        </div>
        <Expenses address={address} view={shownView} list={list} isWide />
      </Card>
    );
  }
  return (
    <section aria-labelledby="expense-breakdown" className="pb-16">
      <h2 id="expense-breakdown" className="sr-only">
        Expense Breakdown
      </h2>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        {views}
        <RecurringButton onShow={address.showRecurring} />
        {filter}
      </div>
      <div className="mb-3">
        <FilterBar address={address} isWide={false} />
      </div>
      {/* The table names a region of its own. */}
      <Card isFlush label={shownView === 'members' ? undefined : 'Expenses'}>
        <Expenses address={address} view={shownView} list={list} isWide={false} />
      </Card>
      <div className="bottom-action">{add}</div>
    </section>
  );
}

const useExpenseList = ({ search }: ExpensesAddress, view: ListViewName) =>
  useQuery(expenseListQuery(toExpenseList(search, view)));

function Expenses({
  address,
  view,
  list,
  isWide,
}: {
  address: ExpensesAddress;
  view: ListViewName;
  list: ReturnType<typeof useExpenseList>;
  isWide: boolean;
}) {
  const { chapter, me } = useSession();
  const client = useQueryClient();
  const order = readOrder(address.search);
  const { page, shares, ...listed } = toExpenseList(address.search, view);
  const toQuery = (wanted: number) =>
    expenseListQuery({ page: wanted, ...(shares && { shares }), ...listed });
  // Here and not with each list, so that rows whose people stay the same are not rendered again.
  const people = putFirst(list.data?.participants ?? [], me.memberId);
  const eventTitles = new Map(list.data?.events.map(({ id, title }) => [id, title]));
  const toPrinted = (read: Omit<PrintedExpenses, 'filter' | 'zone'>) =>
    toPrintedExpenses({ ...read, filter: listed, zone: chapter.timeZone });
  return (
    <ListView
      query={list}
      page={page}
      getPage={(data) => data.expenses}
      loading={<LoadingExpenses />}
      failure="Failed to load expenses"
      staleFailure="Failed to fetch expenses."
      empty={<NoExpenses address={address} />}
      onPageChange={address.changePage}
      onPageIntent={(next) => void client.prefetchQuery(toQuery(next))}
      label="Pages of expenses"
      summary={(shown, total) => {
        const found = `${plural(total, 'expense', 'expenses')}, ${formatMoney(list.data?.totalAmount ?? zeroCents)}`;
        return shown === total ? found : `Showing ${shown} of ${found}`;
      }}
      summaryEnd={
        <>
          <ExportButton list={listed} />
          <PrintButton
            read={async () => toPrinted(await readExpenses(listed, maxPrinted))}
            // The table by member is printed as it is.
            shown={() =>
              view === 'list' && list.data && !list.isPlaceholderData
                ? toPrinted({
                    ...list.data,
                    expenses: list.data.expenses.items,
                    totalCount: list.data.expenses.totalCount,
                    people: list.data.participants,
                    skipped: toListQuery({ page }).skip,
                  })
                : undefined
            }
          />
        </>
      }
      hasSummaryAlways
    >
      {({ expenses }) => {
        const shown = {
          expenses: expenses.items,
          people,
          zone: chapter.timeZone,
          handlers: address.handlers,
          openId: address.search.expense,
          order,
          onSort: address.changeOrder,
        };
        const List = isWide ? ExpenseList : ExpenseCards;
        return (
          // Around both, so that switching waits for the other view instead of showing it empty.
          <Suspense fallback={<LoadingExpenses />}>
            {view === 'members' && expenses.items.some(isPartOf) ? (
              <LoadingExpenses />
            ) : view === 'members' ? (
              <MembersTable {...shown} hasAllMembers={address.search.columns === 'all'} />
            ) : (
              <List {...shown} me={me.memberId} eventTitles={eventTitles} />
            )}
          </Suspense>
        );
      }}
    </ListView>
  );
}

/** Of the list, shown until the whole expenses are here. */
const isPartOf = ({ participantCount }: ListedExpense) => participantCount !== undefined;

function LoadingExpenses() {
  return <LoadingRows label="Loading expenses..." rows={8} />;
}

function NoExpenses({ address }: { address: ExpensesAddress }) {
  const isFiltered = countFilters(pickFilter(address.search)) > 0;
  return (
    <EmptyState
      title="No expenses found"
      icon={<Receipt />}
      action={
        isFiltered ? (
          <Button onClick={address.showEverything}>Show All Expenses</Button>
        ) : (
          <Button
            icon={<Plus aria-hidden="true" />}
            onClick={() => address.ask('create')}
            // A phone has a fixed button.
            className="max-sm:hidden"
          >
            Log the First Expense
          </Button>
        )
      }
    >
      {isFiltered
        ? 'No expenses match these filters.'
        : "Add what was paid and who shared it. We'll work out who owes what."}
    </EmptyState>
  );
}
