import clsx from 'clsx';
import { ReceiptCount } from '#features/files/web/shared/receipt-count.tsx';
import type { Id } from '#kit/id.ts';
import { formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { beforeStickyActions, stickyActions } from '#web/ui/sticky-actions.ts';
import { cellClass, Td, Tr } from '#web/ui/table.tsx';
import type { Expense, ListedExpense } from '../../expense.ts';
import { findReceiver } from '../../money-back.ts';
import { listPayerIds } from '../../payers.ts';
import { type Person, toPayerName } from '../people.ts';
import { type SettledShareWords, useSettledShares } from '../settle/settled-words.ts';
import { opensRow } from '../shared/open-clicked-row.ts';
import { DeletedActions } from './deleted-actions.tsx';
import { ExpenseActions, type ExpenseHandlers } from './expense-actions.tsx';
import { ExpenseStatus } from './expense-status.tsx';
import { isTakenBack } from './status-word.ts';

/**
 * For columns that tablets and phones leave to the expense's panel, so that shares are visible at once.
 * Depends on the window: if it depended on the card, opening a panel would lay out all cells again.
 */
export const onlyRoomy = 'max-lg:hidden';

/** An expense as a row, with one column per person. Those that were not reached yet are blank. */
export function ExpenseRow({
  expense,
  people,
  reached,
  names,
  zone,
  isOpen,
  handlers,
}: {
  expense: ListedExpense;
  /** One column each. */
  people: readonly Person[];
  /** How many of them have been near the screen. */
  reached: number;
  /** Short, distinct names. */
  names: ReadonlyMap<Id<'member'>, string>;
  zone: string;
  /** The expense's panel is open. */
  isOpen: boolean;
  handlers: ExpenseHandlers;
}) {
  const { me } = useSession();
  return (
    <Tr isSelected={isOpen} className={clsx(expense.status !== 'deleted' && 'cursor-pointer')}>
      <Td isHeader isSticky>
        {/* Narrow on a phone, so that the total and a share fit beside it. */}
        <div className="flex max-w-60 justify-between gap-x-3 gap-y-1 max-sm:max-w-28 max-sm:flex-col max-sm:items-start sm:items-center">
          <div className="min-w-0">
            {expense.status === 'deleted' ? (
              <span className="line-clamp-2 font-medium wrap-anywhere">{expense.title}</span>
            ) : (
              <TextButton
                {...opensRow}
                className="line-clamp-2 font-medium text-ink! wrap-anywhere"
                onClick={() => handlers.view(expense.id)}
              >
                {expense.title}
              </TextButton>
            )}
            <span className="block text-xs text-third">
              <DateText at={expense.expenseDate} zone={zone} format="dateTime" className="mr-2" />
              <ReceiptCount count={expense.receiptIds.length} />
            </span>
          </div>
          <ExpenseStatus expense={expense} />
        </div>
      </Td>
      <Td isNumeric>
        <Money
          cents={expense.amount}
          className={clsx('font-medium', isTakenBack(expense) && 'text-third line-through')}
        />
      </Td>
      <Td className={`whitespace-nowrap ${onlyRoomy}`}>
        {expense.paidBy === null ? (
          <span className="text-third">Even split</span>
        ) : (
          <PayerName name={toPayerName(expense, names, me.memberId)} />
        )}
      </Td>
      <Td isNumeric className={onlyRoomy}>
        {expense.participants.length}
      </Td>
      <Shares
        expense={expense}
        people={people.slice(0, reached)}
        isLast={reached >= people.length}
      />
      {reached < people.length && (
        // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- blank until it is reached
        <td colSpan={people.length - reached} className={lastClasses.quiet} />
      )}
      <Td isNumeric className={stickyActions}>
        {/* Keyed, because a row may be reused for another expense, whose menu must be closed. */}
        {expense.status === 'deleted' ? (
          <DeletedActions key={expense.id} expense={expense} handlers={handlers} />
        ) : (
          <ExpenseActions key={expense.id} expense={expense} handlers={handlers} />
        )}
      </Td>
    </Tr>
  );
}

/** Truncated, because namesakes have full names, which may be long. */
function PayerName({ name }: { name: string | undefined }) {
  return (
    <span title={name} className="block max-w-32 truncate">
      {name}
    </span>
  );
}

/** The cells of some people, of whom the last is the last of all if `isLast`. */
function Shares({
  expense,
  people,
  isLast,
}: {
  expense: ListedExpense;
  people: readonly Person[];
  isLast: boolean;
}) {
  const { me } = useSession();
  const owed = new Map(
    expense.participantBreakdowns.map((share) => [share.participantId, share.amountOwed]),
  );
  const isMoneyBack = expense.moneyBackForId !== undefined;
  // What the chapter received is nobody's.
  const payers = new Set(isMoneyBack ? [findReceiver(expense)] : listPayerIds(expense));
  const describe = useSettledShares();
  return people.map((person) => {
    const share = owed.get(person.id);
    return (
      <Share
        key={person.id}
        paid={payers.has(person.id) ? (isMoneyBack ? 'Received' : 'Paid') : undefined}
        isMe={person.id === me.memberId}
        settled={
          expense.status === 'settled' && share ? describe(expense, person.id, share) : undefined
        }
        owed={share}
        isLast={isLast && person === people.at(-1)}
      />
    );
  });
}

/**
 * A page with 60 people has 2,400 of these cells, most of them blank, so each is one element with
 * precomputed classes.
 */
function Share({
  paid,
  isMe,
  settled,
  owed,
  isLast,
}: {
  /** What a payer, or who received money back, did. */
  paid: string | undefined;
  isMe: boolean;
  /** What became of the share; undefined while its expense is open. */
  settled: SettledShareWords | undefined;
  owed: Expense['amount'] | undefined;
  isLast: boolean;
}) {
  const classes = isLast ? lastClasses : innerClasses;
  if (paid) return <td className={classes.quiet}>{paid}</td>;
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- blank, as most cells
  if (owed === undefined) return <td className={classes.quiet} />;
  if (owed === 0) return <td className={classes.quiet}>{formatMoney(owed)}</td>;
  if (settled !== undefined) {
    const { words, open } = settled;
    return (
      <td
        className={open === undefined ? classes.quiet : classes.neutral}
        title={open === undefined ? words : `${words}, ${open}`}
      >
        <span className="sr-only">{words} </span>
        {formatMoney(owed)}
      </td>
    );
  }
  return <td className={isMe ? classes.owes : classes.neutral}>{formatMoney(owed)}</td>;
}

const toCellClasses = (className: string) => ({
  quiet: cellClass({ isNumeric: true, className: `text-third ${className}` }),
  neutral: cellClass({ isNumeric: true, className }),
  owes: cellClass({ isNumeric: true, className: `text-owes ${className}` }),
});
const innerClasses = toCellClasses('');
const lastClasses = toCellClasses(beforeStickyActions);
