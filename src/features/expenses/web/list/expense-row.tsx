import { useDeferredValue } from 'react';
import type { Id } from '#kit/id.ts';
import { formatMoney } from '#kit/money.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { beforeStickyActions, stickyActions } from '#web/ui/sticky-actions.ts';
import { cellClass, Td, Tr } from '#web/ui/table.tsx';
import type { Expense, ListedExpense } from '../../expense.ts';
import type { Person } from '../people.ts';
import { DeletedActions } from './deleted-actions.tsx';
import { ExpenseActions, type ExpenseActs } from './expense-actions.tsx';
import { ExpenseStatus } from './expense-status.tsx';

type Content = {
  expense: ListedExpense;
  /** A column each. */
  people: readonly Person[];
  /** The short ones, which tell namesakes apart. */
  names: ReadonlyMap<Id<'member'>, string>;
};

type Around = {
  zone: string;
  /** Its panel is open. */
  isOpen: boolean;
  acts: ExpenseActs;
};

/** The rows in sight are shown at once, the others when those are there. */
export function ExpenseRow({
  isInSight,
  expense,
  people,
  names,
  ...around
}: Content & Around & { isInSight: boolean }) {
  const content = { expense, people, names };
  const later = useDeferredValue(content, isInSight ? content : undefined);
  const shown = isInSight ? content : later;
  return shown && <Row {...shown} {...around} />;
}

/** An expense as a row: who paid it, and what everybody who has a column owes of it. */
function Row({ expense, people, names, zone, isOpen, acts }: Content & Around) {
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
        <Share
          key={person.id}
          isPayer={person.id === expense.paidBy}
          owed={owed.get(person.id)}
          isLast={person === people.at(-1)}
        />
      ))}
      <Td isNumeric className={stickyActions}>
        {/* A row may come to show another expense, with which no menu stays open. */}
        {expense.status === 'deleted' ? (
          <DeletedActions key={expense.id} expense={expense} acts={acts} />
        ) : (
          <ExpenseActions key={expense.id} expense={expense} acts={acts} />
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

/**
 * A page of sixty people has 2,400 of these, most of them a dash: each is one element, and its look
 * is worked out once for all of them.
 */
function Share({
  isPayer,
  owed,
  isLast,
}: {
  isPayer: boolean;
  owed: Expense['amount'] | undefined;
  isLast: boolean;
}) {
  const looks = isLast ? lastLooks : innerLooks;
  if (isPayer) return <td className={looks.quiet}>Paid</td>;
  if (owed === undefined) return <td className={looks.quiet}>-</td>;
  return <td className={owed === 0 ? looks.quiet : looks.owes}>{formatMoney(owed)}</td>;
}

const looksOf = (className: string) => ({
  quiet: cellClass({ isNumeric: true, className: `text-third ${className}` }),
  owes: cellClass({ isNumeric: true, className: `text-owes ${className}` }),
});
const innerLooks = looksOf('');
const lastLooks = looksOf(beforeStickyActions);
