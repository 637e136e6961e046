import { queryOptions } from '@tanstack/react-query';
import { pluralize } from '#kit/counts.ts';
import { call } from '#web/api/call.ts';
import { createStep, createWaitingItem, type HomeEntries } from '#web/home-entries.ts';
import { expensesKey } from '../keys.ts';
import { listingCalls } from '../listing/listing-contract.ts';
import { ExpensesCard, expenseTotalQuery } from './balances/expenses-card.tsx';
import { standingsQuery } from './balances-query.ts';
import { BalanceCard } from './home/balance-card.tsx';
import { SpendingCard, spendingQuery } from './home/spending-card.tsx';
import { StandingCard, standingCourseQuery } from './home/standing-card.tsx';

const count = async (query: { status?: 'open'; receipts?: 'none' }, signal: AbortSignal) =>
  (await call(listingCalls.list, { query: { ...query, take: 1 }, signal })).expenses.totalCount;

const anyExpenseQuery = queryOptions({
  queryKey: [...expensesKey, 'any'],
  queryFn: async ({ signal }) => (await count({}, signal)) > 0,
});

const openExpensesQuery = queryOptions({
  queryKey: [...expensesKey, 'open count'],
  queryFn: ({ signal }) => count({ status: 'open' }, signal),
});

const openWithoutReceiptQuery = queryOptions({
  queryKey: [...expensesKey, 'open count', 'without receipt'],
  queryFn: ({ signal }) => count({ status: 'open', receipts: 'none' }, signal),
});

const settles = ({ role }: { role: string }) => role !== 'member';

export const home: HomeEntries = {
  cards: [
    { column: 'balances', place: 10, Card: BalanceCard, reads: [standingsQuery] },
    { column: 'balances', place: 20, Card: StandingCard, reads: [standingCourseQuery] },
    { column: 'figures', place: 10, Card: SpendingCard, reads: [spendingQuery] },
    { column: 'areas', place: 20, Card: ExpensesCard, reads: [expenseTotalQuery] },
  ],
  waiting: [
    createWaitingItem({
      place: 30,
      isFor: settles,
      read: openExpensesQuery,
      describe: (open) => ({
        count: open,
        label: `open ${pluralize(open, 'expense')} to settle`,
        link: { to: '/expenses', search: { status: 'open' } },
      }),
    }),
    createWaitingItem({
      place: 40,
      isFor: settles,
      read: openWithoutReceiptQuery,
      describe: (without) => ({
        count: without,
        label: `open ${pluralize(without, 'expense')} without a receipt`,
        link: { to: '/expenses', search: { status: 'open', receipts: 'none' } },
      }),
    }),
  ],
  steps: [
    createStep({
      place: 60,
      label: 'Log the first expense',
      link: () => ({ to: '/expenses', search: { dialog: 'create' } }),
      read: expenseTotalQuery,
      // Expenses may be left out of the total, so that only a chapter without one is asked for them.
      isDone: ({ totalAmount }) => totalAmount !== 0 || undefined,
      further: anyExpenseQuery,
    }),
  ],
};
