import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import { Money } from '#web/ui/money.tsx';
import type { ListedExpense } from '../../expense.ts';
import { listPayerIds } from '../../payers.ts';
import { sumPaid } from '../../settling/own-payment.ts';
import { useSettledShares } from '../settle/settled-words.ts';

/** A member's share; undefined if they have none. */
export function findShare(expense: ListedExpense, me: Id<'member'>): Cents | undefined {
  const own = expense.participantBreakdowns.find((share) => share.participantId === me);
  return own === undefined || own.amountOwed === 0 ? undefined : own.amountOwed;
}

/** The member's own share as a figure: red only while they owe it. */
export function OwnShare({ expense, me }: { expense: ListedExpense; me: Id<'member'> }) {
  const describe = useSettledShares();
  const share = findShare(expense, me);
  if (share === undefined) return null;
  if (expense.status === 'settled') {
    const { words, open } = describe(expense, me, share);
    return (
      <span
        className={open === undefined ? 'text-third' : 'text-second'}
        title={open === undefined ? words : `${words}, ${open}`}
      >
        <span className="sr-only">{open === undefined ? words : 'Charged'} </span>
        <Money cents={share} />
        {open !== undefined && <span className="sr-only">, {open}</span>}
      </span>
    );
  }
  const { confirmed, waiting } = sumPaid(expense, me);
  const isOwed = expense.status === 'open' && !listPayerIds(expense).includes(me);
  if (isOwed && confirmed + waiting >= share) {
    const words = waiting > 0 ? 'Your payment is waiting to be confirmed.' : 'You paid it.';
    return (
      <span className="text-third" title={words}>
        <Money cents={share} />
        <span className="sr-only">. {words}</span>
      </span>
    );
  }
  return <Money cents={share} tone={isOwed ? 'owes' : 'quiet'} className="font-medium" />;
}
