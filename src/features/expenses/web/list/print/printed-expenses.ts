/** The expenses under a filter as they stand on paper. */
import { plural } from '#kit/counts.ts';
import { formatDay, formatShortDate } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney } from '#kit/money.ts';
import type { PrintedList } from '#web/screen/print-button.tsx';
import { countParticipants, type ListedExpense } from '../../../expense.ts';
import type { LinkedEvent } from '../../../listing/listing-contract.ts';
import { listPayerIds } from '../../../payers.ts';
import { joinNames, type Person, unknownName } from '../../people.ts';
import type { ExpenseFilter } from '../../search.ts';
import { isTakenBack, toStatusWord } from '../status-word.ts';

export type PrintedExpenses = {
  readonly expenses: readonly ListedExpense[];
  /** Of all under the filter, not only of these. */
  readonly totalCount: number;
  readonly totalAmount: Cents;
  readonly people: readonly Person[];
  readonly events: readonly LinkedEvent[];
  readonly filter: ExpenseFilter;
  readonly zone: string;
  /** Where these begin among all. */
  readonly skipped?: number;
};

export function toPrintedExpenses(printed: PrintedExpenses): PrintedList {
  const { expenses, people, events, filter, zone } = printed;
  const eventTitles = new Map(events.map(({ id, title }) => [id, title]));
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const nameOf = (id: Id<'member'>) => names.get(id) ?? unknownName;
  const filterWords = describeFilter(
    filter,
    nameOf,
    (id) => eventTitles.get(id) ?? 'that is deleted',
  );
  return {
    title: 'Expenses',
    notes: [
      describePeriod(filter),
      ...(filterWords === '' ? [] : [filterWords]),
      describeExtent(printed),
    ],
    columns: [
      { label: 'Day' },
      { label: 'Expense' },
      { label: 'Category' },
      { label: 'Paid By' },
      { label: 'People', isNumeric: true },
      { label: 'Status' },
      { label: 'Amount', isNumeric: true },
    ],
    rows: expenses.map((expense) => ({
      id: expense.id,
      cells: [
        formatShortDate(expense.expenseDate, zone),
        [expense.title, expense.eventId && eventTitles.get(expense.eventId)]
          .filter(Boolean)
          .join(' · '),
        expense.category,
        expense.paidBy === null ? 'Even split' : joinNames(listPayerIds(expense).map(nameOf)),
        String(countParticipants(expense)),
        capitalize(toStatusWord(expense)),
        formatMoney(isTakenBack(expense) ? cents(0) : expense.amount),
      ],
    })),
  };
}

/** '25 expenses, $17,035.04', or how many of them are on the sheet. */
function describeExtent({ expenses, totalCount, totalAmount, skipped = 0 }: PrintedExpenses) {
  const all = `${plural(totalCount, 'expense')}, ${formatMoney(totalAmount)}`;
  if (expenses.length === totalCount) return all;
  return `${all}. On this sheet: ${skipped + 1}–${skipped + expenses.length}.`;
}

/** 'Jan 1, 2026 – Dec 31, 2026' */
export function describePeriod({ from, to }: ExpenseFilter): string {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
  if (from) return `Since ${formatDay(from)}`;
  return to ? `Through ${formatDay(to)}` : 'All time';
}

/** 'Category Food · paid by Ana Lopez'; empty without a filter other than the period. */
export function describeFilter(
  filter: ExpenseFilter,
  nameOf: (id: Id<'member'>) => string,
  titleOf: (id: Id<'event'>) => string,
): string {
  const { searchTerm, eventId, paidBy, participantId, category, status, receipts } = filter;
  const words = [
    eventId && `event ${titleOf(eventId)}`,
    category && `category ${category}`,
    paidBy && `paid by ${nameOf(paidBy)}`,
    participantId && `shared by ${nameOf(participantId)}`,
    status && `status: ${capitalize(status)}`,
    receipts && (receipts === 'none' ? 'without a receipt' : 'with receipts'),
    searchTerm && `matching "${searchTerm}"`,
  ]
    .filter(Boolean)
    .join(' · ');
  return capitalize(words);
}

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
