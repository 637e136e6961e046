import { useDeferredValue } from 'react';
import { plural } from '#kit/counts.ts';
import { formatShortDate, type Instant, instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import type { ListedExpense } from '../../expense.ts';
import { shortNames, unknownName } from '../people.ts';
import { toSettledWords } from '../settle/settled-words.ts';
import { DeletedActions } from './deleted-actions.tsx';
import { ExpenseStatus } from './expense-status.tsx';
import type { ExpenseTableProps } from './expense-table.tsx';

/** More rows than fit on a phone's screen. */
const initialRows = 8;

/** The expenses on a phone, with only the user's own share. */
export function ExpenseList({
  expenses,
  people,
  zone,
  handlers,
  me,
}: Omit<ExpenseTableProps, 'openId'> & { me: Id<'member'> }) {
  const names = shortNames(people);
  // Render the visible rows first and the rest later; another page is rendered at once.
  const shown = useDeferredValue(expenses, expenses.slice(0, initialRows));
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
                // The whole row is clickable, but the button's label is only the title.
                className="min-w-0 text-left font-medium wrap-anywhere after:absolute after:inset-0"
                onClick={() => handlers.view(expense.id)}
              >
                <span className="line-clamp-2">{expense.title}</span>
              </button>
            )}
            <span className="flex shrink-0 items-center gap-1">
              <Money cents={expense.amount} className="font-medium" />
              {expense.status === 'deleted' && (
                <DeletedActions expense={expense} handlers={handlers} />
              )}
            </span>
          </div>
          <div className="mt-1 flex items-baseline justify-between gap-4 text-xs text-third">
            <span className="min-w-0">
              <ShortDate at={expense.expenseDate} zone={zone} /> ·{' '}
              {expense.paidBy === null
                ? 'split evenly'
                : `paid by ${names.get(expense.paidBy) ?? unknownName}`}{' '}
              ·{' '}
              <span className="whitespace-nowrap">{formatPeople(expense.participants.length)}</span>
            </span>
            <OwnShare expense={expense} me={me} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function OwnShare({ expense, me }: { expense: ListedExpense; me: Id<'member'> }) {
  if (expense.status === 'deleted') return <ExpenseStatus status={expense.status} />;
  const own = expense.participantBreakdowns.find((share) => share.participantId === me);
  const hasShare = own !== undefined && own.amountOwed !== 0;
  if (expense.status === 'settled') {
    if (!hasShare || expense.paidBy === me) return <ExpenseStatus status={expense.status} />;
    return (
      <span className="shrink-0">
        <span aria-hidden="true">✓ </span>
        {toSettledWords(expense)} <Money cents={own.amountOwed} />
      </span>
    );
  }
  if (expense.paidBy === me) return <span className="shrink-0">Paid</span>;
  if (!hasShare) return null;
  return (
    <span className="shrink-0 font-medium text-owes">
      You owe <Money cents={own.amountOwed} />
    </span>
  );
}

function formatPeople(count: number): string {
  return plural(count, 'person', 'people');
}

/** 'Nov 14', with the year if it is not this year. */
function ShortDate({ at, zone }: { at: Instant; zone: string }) {
  const thisYear = Temporal.Now.zonedDateTimeISO(zone).year;
  if (instantToDay(at, zone).slice(0, 4) !== String(thisYear))
    return <DateText at={at} zone={zone} />;
  return <time dateTime={at}>{formatShortDate(at, zone).replace(/, \d+$/, '')}</time>;
}
