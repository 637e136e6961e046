import clsx from 'clsx';
import type { Id } from '#kit/id.ts';
import { beforeStickyActions, stickyActions } from '#web/ui/sticky-actions.ts';
import { Table, Th } from '#web/ui/table.tsx';
import type { ListedExpense } from '../../expense.ts';
import { type Person, shortNames } from '../people.ts';
import type { ExpenseActs } from './expense-actions.tsx';
import { ExpenseRow } from './expense-row.tsx';
import { useRowKeys } from './row-keys.ts';
import { ariaSort, type ChangeOrder, type Column, type Order, orderAfter } from './sorting.ts';

/** More than a high screen shows of the table. */
const rowsInSight = 16;

export type ExpenseTableProps = {
  expenses: readonly ListedExpense[];
  /** Everybody who pays or takes part in one of them: a column each. */
  people: readonly Person[];
  zone: string;
  /** The expense whose panel is open. */
  openId: Id<'expense'> | undefined;
  acts: ExpenseActs;
};

type SortedProps = { order: Order; onSort: (change: ChangeOrder) => void };

/** The expenses with one column a person: who paid, who owes how much. */
export function ExpenseTable({
  expenses,
  people,
  zone,
  openId,
  acts,
  order,
  onSort,
}: ExpenseTableProps & SortedProps) {
  const names = shortNames(people);
  const rowKeys = useRowKeys(expenses);
  const by = (column: Column) => ({
    sort: ariaSort(order, column),
    onSort: () => onSort((wanted) => orderAfter(wanted, column)),
  });
  return (
    // As wide as its columns together, and these wide enough for what most people owe: otherwise a
    // longer figure here makes every column wider or narrower, and all their cells laid out again.
    // Its area is its own even where it fits: opening a panel beside it must not move the rows.
    <Table label="Expenses" isWide minWidth={432 + 96 * people.length} className="w-max min-w-full">
      <thead>
        <tr>
          <Th isSticky {...by({ sort: 'title' })}>
            Expense Details
          </Th>
          <Th isNumeric {...by({ sort: 'total' })}>
            Total
          </Th>
          <Th {...by({ sort: 'payer' })}>Paid By</Th>
          <Th isNumeric {...by({ sort: 'count' })}>
            Count
          </Th>
          {people.map((person) => (
            <Th
              key={person.id}
              isNumeric
              isSortQuiet
              {...by({ sort: 'member', memberId: person.id })}
              title={person.name}
              className={clsx('min-w-24', person === people.at(-1) && beforeStickyActions)}
            >
              <span className="ml-auto block max-w-24 truncate">{names.get(person.id)}</span>
            </Th>
          ))}
          <Th className={stickyActions}>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {expenses.map((expense, index) => (
          <ExpenseRow
            key={rowKeys.get(expense.id)}
            isInSight={index < rowsInSight}
            expense={expense}
            people={people}
            names={names}
            zone={zone}
            isOpen={expense.id === openId}
            acts={acts}
          />
        ))}
      </tbody>
    </Table>
  );
}
