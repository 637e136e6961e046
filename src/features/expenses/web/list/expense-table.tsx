import clsx from 'clsx';
import { useDeferredValue } from 'react';
import type { Id } from '#kit/id.ts';
import { beforeStickyActions, stickyActions } from '#web/ui/sticky-actions.ts';
import { Table, Th } from '#web/ui/table.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { useRowsInSteps } from '#web/ui/use-rows-in-steps.ts';
import type { ListedExpense } from '../../expense.ts';
import { type Person, shortNames } from '../people.ts';
import { rowsThatOpen } from '../shared/open-clicked-row.ts';
import { columnWidth, useReachedColumns } from './columns/reached-columns.ts';
import type { ExpenseHandlers } from './expense-actions.tsx';
import { ExpenseRow, onlyRoomy } from './expense-row.tsx';
import { useRowKeys } from './row-keys.ts';
import { type ChangeOrder, type Column, getAriaSort, nextOrder, type Order } from './sorting.ts';

/** As many as fit on most screens. */
const initialRows = 12;

export type ExpenseTableProps = {
  expenses: readonly ListedExpense[];
  /** Everyone on the expenses. */
  people: readonly Person[];
  zone: string;
  /** The expense whose panel is open. */
  openId: Id<'expense'> | undefined;
  handlers: ExpenseHandlers;
};

export type SortedProps = { order: Order; onSort: (change: ChangeOrder) => void };

/** The expenses as a table, with one column per person. */
export function ExpenseTable({
  expenses,
  people,
  columns,
  zone,
  openId,
  handlers,
  order,
  onSort,
}: ExpenseTableProps & SortedProps & { columns: readonly Person[] }) {
  const isRoomy = useMedia('(width >= 64rem)');
  const names = shortNames(people);
  const [reached, watchArea] = useReachedColumns();
  // All names, soon after the first ones: they are searched for, and keep the columns' width.
  const named = useDeferredValue(columns.length, reached);
  const rows = useRowsInSteps(expenses.length, initialRows);
  const rowKeys = useRowKeys(expenses);
  const by = (column: Column) => ({
    sort: getAriaSort(order, column),
    onSort: () => onSort((wanted) => nextOrder(wanted, column)),
  });
  const toHead = (person: Person) => (
    <Th
      key={person.id}
      isNumeric
      isSortQuiet
      {...by({ sort: 'member', memberId: person.id })}
      title={person.name}
      className={clsx('min-w-24', person === columns.at(-1) && beforeStickyActions)}
    >
      <span className="ml-auto block max-w-24 truncate">{names.get(person.id)}</span>
    </Th>
  );
  return (
    // The table is as wide as its columns, which are wide enough for most amounts. Otherwise one
    // longer amount would resize all columns and lay out all cells again. It always has its own
    // scroll area, so that opening a panel does not move the rows.
    <Table
      label="Expenses"
      isWide
      minWidth={(isRoomy ? 432 : 240) + columnWidth * columns.length}
      className="w-max min-w-full"
      areaRef={watchArea}
    >
      <thead>
        <tr>
          <Th isSticky {...by({ sort: 'title' })}>
            Expense Details
          </Th>
          <Th isNumeric {...by({ sort: 'total' })}>
            Total
          </Th>
          <Th className={onlyRoomy} {...by({ sort: 'payer' })}>
            Paid By
          </Th>
          <Th isNumeric className={onlyRoomy} {...by({ sort: 'count' })}>
            Count
          </Th>
          {columns.slice(0, named).map(toHead)}
          {named < columns.length && (
            <th
              colSpan={columns.length - named}
              aria-hidden="true"
              className="table-head"
              // As wide as they will be, so that the first columns are not stretched meanwhile.
              style={{ minWidth: columnWidth * (columns.length - named) }}
            />
          )}
          <Th className={stickyActions}>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody {...rowsThatOpen}>
        {expenses.slice(0, rows).map((expense) => (
          <ExpenseRow
            key={rowKeys.get(expense.id)}
            expense={expense}
            people={columns}
            reached={reached}
            names={names}
            zone={zone}
            isOpen={expense.id === openId}
            handlers={handlers}
          />
        ))}
      </tbody>
    </Table>
  );
}
