import clsx from 'clsx';
import { ReceiptCount } from '#features/files/web/shared/receipt-count.tsx';
import { plural } from '#kit/counts.ts';
import { formatDay, instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents, formatMoney } from '#kit/money.ts';
import { Money } from '#web/ui/money.tsx';
import { useRowsInSteps } from '#web/ui/use-rows-in-steps.ts';
import { countParticipants, type ListedExpense } from '../../expense.ts';
import { listPayerIds } from '../../payers.ts';
import { sumPaid } from '../../settling/own-payment.ts';
import { describePayer, toDisplayNames, toPayerName } from '../people.ts';
import { useSettledShares } from '../settle/settled-words.ts';
import { groupByDay, takeRows } from './day-groups.ts';
import { DeletedActions } from './deleted-actions.tsx';
import type { ExpenseListProps } from './expense-list.tsx';
import { ExpenseStatus } from './expense-status.tsx';
import { findShare } from './own-share.tsx';
import { isTakenBack } from './status-word.ts';

/** More rows than fit on a phone's screen. */
const initialRows = 8;

/** The expenses by day on a phone, with the member's own share. */
export function ExpenseCards({
  expenses,
  people,
  zone,
  handlers,
  me,
  order,
}: Pick<ExpenseListProps, 'expenses' | 'people' | 'zone' | 'handlers' | 'me' | 'order'>) {
  const { short } = toDisplayNames(people);
  const rows = useRowsInSteps(expenses.length, initialRows);
  const groups = takeRows(groupByDay(expenses, zone, order.sort === 'date'), rows);
  return (
    <ul aria-label="Expenses">
      {groups.map(({ day, subtotal, expenses: listed }) => (
        <li key={day ?? ''}>
          {day && (
            <div className="flex h-8 items-center justify-between gap-4 border-b border-soft bg-band px-4 text-xs font-medium text-second">
              <h3>
                <time dateTime={day}>{formatDay(day)}</time>
              </h3>
              <span>
                <span className="sr-only">Subtotal </span>
                <Money cents={subtotal} />
              </span>
            </div>
          )}
          <ul className="divide-y divide-soft">
            {listed.map((expense) => (
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
                    <Money
                      cents={expense.amount}
                      className={clsx(
                        'font-medium',
                        isTakenBack(expense) && 'text-third line-through',
                      )}
                    />
                    {expense.status === 'deleted' && (
                      <DeletedActions expense={expense} handlers={handlers} />
                    )}
                  </span>
                </div>
                <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 text-xs text-third">
                  <span className="min-w-0 wrap-anywhere">
                    <ReceiptCount count={expense.receiptIds.length} />
                    {/* A list in another order has no day headings. */}
                    {order.sort !== 'date' && (
                      <>{formatDay(instantToDay(expense.expenseDate, zone))} · </>
                    )}
                    {expense.original && (
                      <>{formatMoney(expense.original.amount, expense.original.currency)} · </>
                    )}
                    {toWords(expense, toPayerName(expense, short, me))} ·{' '}
                    <span className="whitespace-nowrap">
                      {formatPeople(countParticipants(expense))}
                    </span>
                  </span>
                  <ShareWords expense={expense} me={me} />
                </div>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** Within a line. */
const toWords = (expense: ListedExpense, payer: string | undefined) => {
  const words = describePayer(payer, expense);
  return payer === undefined ? 'split evenly' : `${words[0]?.toLowerCase()}${words.slice(1)}`;
};

function ShareWords({ expense, me }: { expense: ListedExpense; me: Id<'member'> }) {
  const describe = useSettledShares();
  const share = findShare(expense, me);
  if (expense.status === 'deleted') return <ExpenseStatus expense={expense} />;
  if (share === undefined) {
    return expense.status === 'settled' ? <ExpenseStatus expense={expense} /> : null;
  }
  if (expense.status === 'settled') {
    const { words, open } = describe(expense, me, share);
    return (
      <span className="ml-auto">
        {open === undefined ? words : 'Charged'} <Money cents={cents(Math.abs(share))} />
        {open !== undefined && words !== 'Charged' && `, ${open}`}
      </span>
    );
  }
  if (listPayerIds(expense).includes(me)) {
    return (
      <span className="ml-auto">
        Your share <Money cents={share} />
      </span>
    );
  }
  const { confirmed, waiting } = sumPaid(expense, me);
  if (confirmed + waiting >= share) {
    return (
      <span className="ml-auto">
        {waiting === 0 ? 'You paid ' : 'Waiting to be confirmed: '}
        <Money cents={share} />
      </span>
    );
  }
  return (
    <span className="ml-auto font-medium text-owes">
      You owe <Money cents={share} />
    </span>
  );
}

function formatPeople(count: number): string {
  return plural(count, 'person', 'people');
}
