import { EventLink } from '#features/events/web/shared/event-link.tsx';
import { type Day, formatShortDate, instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { formatMoney } from '#kit/money.ts';
import { maySeeAllWallets } from '#kit/role.ts';
import { useSession } from '#web/api/session.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { Money } from '#web/ui/money.tsx';
import { SheetSection } from '#web/ui/overlays/sheet.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import type { Expense } from '../../expense.ts';
import { findReceiver } from '../../money-back.ts';
import { describeOriginal } from '../../original.ts';
import { listPayers } from '../../payers.ts';
import { describeCharges, isCharged } from '../../settling/charges.ts';
import { CorrectionLinks } from '../correct/correction-links.tsx';
import { findNearestOccurrence, useEventChoices } from '../form/event-choice.ts';
import { unknownName } from '../people.ts';
import { PersonName } from '../person-name.tsx';

/** The total, the payer and how the expense settles. */
export function ExpenseSummary({
  expense,
  names,
  onView,
}: {
  expense: Expense;
  names: ReadonlyMap<Id<'member'>, string>;
  onView: (expenseId: Id<'expense'>) => void;
}) {
  const { me, chapter } = useSession();
  const seesAllWallets = maySeeAllWallets(me.role, chapter.membersSeeWallets);
  const payers = listPayers(expense);
  const isMoneyBack = expense.moneyBackForId !== undefined;
  const person = (id: Id<'member'>) => <PersonName id={id} name={names.get(id) ?? unknownName} />;
  return (
    <SheetSection title="Expense Summary">
      <p className="mb-2 text-figure font-semibold tracking-tight">
        <span className="sr-only">Total Amount </span>
        <Money cents={expense.amount} />
      </p>
      {expense.description !== '' && (
        <p className="mb-3 whitespace-pre-line text-second wrap-anywhere">{expense.description}</p>
      )}
      <DetailList>
        {expense.original !== null && (
          <Detail name="Original Amount">{describeOriginal(expense.original)}</Detail>
        )}
        <Detail name={isMoneyBack ? 'Received By' : 'Paid By'}>
          {isMoneyBack && findReceiver(expense) === null ? (
            'The chapter'
          ) : payers.length === 0 ? (
            'No one (split evenly)'
          ) : (
            <span className="flex flex-col items-start gap-1">
              {payers.map(({ memberId, amountPaid }) => (
                <span key={memberId} className="flex flex-wrap items-center gap-x-2">
                  {person(memberId)}
                  {payers.length > 1 && <Money cents={amountPaid} className="text-third" />}
                </span>
              ))}
            </span>
          )}
        </Detail>
        {expense.category !== '' && <Detail name="Category">{expense.category}</Detail>}
        {expense.eventId !== null && (
          <EventDetail
            eventId={expense.eventId}
            day={instantToDay(expense.expenseDate, chapter.timeZone)}
          />
        )}
        {expense.paidBy !== null && !isMoneyBack && (
          <Detail name="Reimbursement">{describeReimbursement(expense)}</Detail>
        )}
        <Detail name="Settlement">{describeSettlement(expense)}</Detail>
        {expense.status === 'settled' && expense.settlementNote !== undefined && (
          <Detail name="Note">
            <span className="wrap-anywhere">{expense.settlementNote}</span>
          </Detail>
        )}
        {expense.status === 'settled' && isCharged(expense) && seesAllWallets && (
          <Detail name="Charges">{describeCharges(expense)}</Detail>
        )}
        {expense.isExcludedFromGroupTotals && <Detail name="Group Total">Excluded</Detail>}
        {expense.status === 'settled' && (
          <Detail name="Settled">
            <DateText at={expense.settledAt} zone={chapter.timeZone} />
            <span className="text-third">by</span>
            {names.get(expense.settledBy) ?? unknownName}
          </Detail>
        )}
        <CorrectionLinks expense={expense} onView={onView} />
      </DetailList>
    </SheetSection>
  );
}

/** Looks for the event in the main calendar of the expense's year, which takes one line from the start. */
function EventDetail({ eventId, day }: { eventId: Id<'event'>; day: Day }) {
  const { year } = Temporal.PlainDate.from(day);
  const { occurrences, isLoading, isFailed } = useEventChoices(year);
  const occurrence = findNearestOccurrence(occurrences, eventId, day);
  return (
    <Detail name="Event">
      {occurrence ? (
        <>
          <EventLink
            occurrence={occurrence}
            className="touch-target text-primary-ink underline-offset-3 hover:underline"
          >
            {occurrence.title}
          </EventLink>{' '}
          <span className="text-third">
            {formatShortDate(occurrence.occurrenceStartDate, occurrence.timeZone)}
          </span>
        </>
      ) : isLoading ? (
        <Loading label="Loading event...">
          <Skeleton className="my-0.5 h-4 w-40 pointer-coarse:my-3" />
        </Loading>
      ) : (
        <span className="text-third">
          {isFailed ? "Couldn't be loaded" : `Deleted, or not in the calendar of ${year}`}
        </span>
      )}
    </Detail>
  );
}

function describeSettlement(expense: Expense): string {
  const { status, useWalletTransactions, isEvenSplit, moneyBackForId } = expense;
  if (moneyBackForId !== undefined) return 'Credited to wallets';
  if (isEvenSplit && !useWalletTransactions) return 'Already shared equally';
  if (status === 'settled') return useWalletTransactions ? 'Charged to wallets' : 'Settled outside';
  return useWalletTransactions ? 'Through wallets' : 'Outside wallets';
}

function describeReimbursement(expense: Expense): string {
  switch (expense.payerReimbursementType) {
    case 'Full':
      return 'Full';
    case 'None':
      return 'None, paid by the chapter';
    case 'Partial':
      return expense.payerReimbursementAmount === null
        ? 'Partial'
        : `Partial, ${formatMoney(expense.payerReimbursementAmount)}`;
    default:
      return expense.payerReimbursementType satisfies never;
  }
}
