import type { Id } from '#kit/id.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
import { atTheEdge, besideTheEdge } from '#web/ui/table-edge.ts';
import { TextButton } from '#web/ui/text-link.tsx';
import type { ExpenseSort } from '../contract.ts';
import type { Expense, ListedExpense } from '../expense.ts';
import { DeletedActions } from './deleted-actions.tsx';
import { ExpenseActions, type ExpenseActs } from './expense-actions.tsx';
import { ExpenseStatus } from './expense-status.tsx';
import { type Person, shortNames } from './people.ts';
import { ariaSort, type Order, orderAfter } from './sorting.ts';

export type ExpenseTableProps = {
  expenses: readonly ListedExpense[];
  /** Everybody who pays or takes part in one of them: a column each. */
  people: readonly Person[];
  zone: string;
  /** The expense whose panel is open. */
  openId: Id | undefined;
  acts: ExpenseActs;
};

type SortedProps = { order: Order; onSort: (order: Order) => void };

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
  const by = (column: ExpenseSort) => ({
    sort: ariaSort(order, column),
    onSort: () => onSort(orderAfter(order, column)),
  });
  return (
    <Table label="Expenses" minWidth={432 + 80 * people.length}>
      <thead>
        <tr>
          <Th isSticky {...by('title')}>
            Expense Details
          </Th>
          <Th isNumeric {...by('total')}>
            Total
          </Th>
          <Th {...by('payer')}>Paid By</Th>
          <Th isNumeric {...by('count')}>
            Count
          </Th>
          {people.map((person) => (
            <Th
              key={person.id}
              isNumeric
              title={person.name}
              className={person === people.at(-1) ? besideTheEdge : undefined}
            >
              <span className="ml-auto block max-w-24 truncate">{names.get(person.id)}</span>
            </Th>
          ))}
          <Th className={atTheEdge}>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {expenses.map((expense) => (
          <ExpenseRow
            key={expense.id}
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

function ExpenseRow({
  expense,
  people,
  names,
  zone,
  isOpen,
  acts,
}: Omit<ExpenseTableProps, 'expenses' | 'openId'> & {
  expense: ListedExpense;
  names: ReadonlyMap<Id, string>;
  isOpen: boolean;
}) {
  const owed = new Map(
    expense.participantBreakdowns.map((share) => [share.participantId, share.amountOwed]),
  );
  return (
    <Tr isSelected={isOpen}>
      <Td isHeader isSticky>
        <div className="flex max-w-60 items-center justify-between gap-3">
          <div className="min-w-0">
            {expense.status === 'deleted' ? (
              <span className="line-clamp-2 font-medium wrap-anywhere">{expense.title}</span>
            ) : (
              <TextButton
                className="line-clamp-2 font-medium text-ink! wrap-anywhere"
                onClick={() => acts.view(expense.id)}
              >
                {expense.title}
              </TextButton>
            )}
            <DateText
              at={expense.expenseDate}
              zone={zone}
              format="dateTime"
              className="block text-xs text-third"
            />
          </div>
          <ExpenseStatus status={expense.status} />
        </div>
      </Td>
      <Td isNumeric>
        <Money cents={expense.amount} className="font-medium" />
      </Td>
      <Td className="whitespace-nowrap">
        {expense.paidBy === null ? (
          <span className="text-third">Even split</span>
        ) : (
          <PayerName name={names.get(expense.paidBy)} />
        )}
      </Td>
      <Td isNumeric>{expense.participants.length}</Td>
      {people.map((person) => (
        <Td
          key={person.id}
          isNumeric
          className={person === people.at(-1) ? besideTheEdge : undefined}
        >
          <Share isPayer={person.id === expense.paidBy} owed={owed.get(person.id)} />
        </Td>
      ))}
      <Td isNumeric className={atTheEdge}>
        {expense.status === 'deleted' ? (
          <DeletedActions expense={expense} acts={acts} />
        ) : (
          <ExpenseActions expense={expense} acts={acts} />
        )}
      </Td>
    </Tr>
  );
}

/** Namesakes are told apart by whole names, which may be long. */
function PayerName({ name }: { name: string | undefined }) {
  return (
    <span title={name} className="block max-w-32 truncate">
      {name}
    </span>
  );
}

function Share({ isPayer, owed }: { isPayer: boolean; owed: Expense['amount'] | undefined }) {
  if (isPayer) return <span className="text-third">Paid</span>;
  if (owed === undefined) return <span className="text-third">-</span>;
  return <Money cents={owed} tone={owed === 0 ? 'quiet' : 'owes'} />;
}
