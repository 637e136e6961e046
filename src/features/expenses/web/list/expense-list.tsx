import { useDeferredValue } from 'react';
import { plural } from '#kit/counts.ts';
import { dayOf, formatShortDate, type Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import type { ListedExpense } from '../../expense.ts';
import { shortNames, unknownName } from '../people.ts';
import { DeletedActions } from './deleted-actions.tsx';
import { ExpenseStatus } from './expense-status.tsx';
import type { ExpenseTableProps } from './expense-table.tsx';

/** More than a phone shows of the list. */
const rowsInSight = 8;

/** The expenses on a phone: of all the columns the one that is about whoever looks. */
export function ExpenseList({
  expenses,
  people,
  zone,
  acts,
  me,
}: Omit<ExpenseTableProps, 'openId'> & { me: Id<'member'> }) {
  const names = shortNames(people);
  // What is in sight at once, and the rest when that is there; another page comes whole.
  const shown = useDeferredValue(expenses, expenses.slice(0, rowsInSight));
  return (
    <ul aria-label="Expenses" className="divide-y divide-soft">
      {shown.map((expense) => (
        <li
          key={expense.id}
          className="relative px-4 py-3.5 hover:bg-hover has-focus-visible:bg-hover"
        >
          <div className="flex items-baseline justify-between gap-4">
            {expense.status === 'deleted' ? (
              <span className="line-clamp-2 min-w-0 font-medium wrap-anywhere">
                {expense.title}
              </span>
            ) : (
              <button
                type="button"
                // The whole row is pressed; the name of the button is the title alone.
                className="min-w-0 text-left font-medium wrap-anywhere after:absolute after:inset-0"
                onClick={() => acts.view(expense.id)}
              >
                <span className="line-clamp-2">{expense.title}</span>
              </button>
            )}
            <span className="flex shrink-0 items-center gap-1">
              <Money cents={expense.amount} className="font-medium" />
              {expense.status === 'deleted' && <DeletedActions expense={expense} acts={acts} />}
            </span>
          </div>
          <div className="mt-1 flex items-baseline justify-between gap-4 text-xs text-third">
            <span className="min-w-0">
              <ShortDate at={expense.expenseDate} zone={zone} /> ·{' '}
              {expense.paidBy === null
                ? 'split evenly'
                : `paid by ${names.get(expense.paidBy) ?? unknownName}`}{' '}
              ·{' '}
              <span className="whitespace-nowrap">{peopleWords(expense.participants.length)}</span>
            </span>
            <OwnPart expense={expense} me={me} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function OwnPart({ expense, me }: { expense: ListedExpense; me: Id<'member'> }) {
  if (expense.status !== 'open') return <ExpenseStatus status={expense.status} />;
  if (expense.paidBy === me) return <span className="shrink-0">Paid</span>;
  const own = expense.participantBreakdowns.find((share) => share.participantId === me);
  if (!own || own.amountOwed === 0) return null;
  return (
    <span className="shrink-0 font-medium text-owes">
      You owe <Money cents={own.amountOwed} />
    </span>
  );
}

function peopleWords(count: number): string {
  return plural(count, 'person', 'people');
}

/** 'Nov 14'; with its year when that is another one. */
function ShortDate({ at, zone }: { at: Instant; zone: string }) {
  const thisYear = Temporal.Now.zonedDateTimeISO(zone).year;
  if (dayOf(at, zone).slice(0, 4) !== String(thisYear)) return <DateText at={at} zone={zone} />;
  return <time dateTime={at}>{formatShortDate(at, zone).replace(/, \d+$/, '')}</time>;
}
