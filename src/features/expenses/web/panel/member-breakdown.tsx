import clsx from 'clsx';
import type { Id } from '#kit/id.ts';
import { type Cents, formatMoney } from '#kit/money.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Money } from '#web/ui/money.tsx';
import { SheetSection } from '#web/ui/overlays/sheet.tsx';
import type { Expense } from '../../expense.ts';
import type { ExpenseHandlers } from '../list/expense-actions.tsx';
import { unknownName } from '../people.ts';

/** The payer first, then what each participant owes. */
export function MemberBreakdown({
  expense,
  names,
  handlers,
}: {
  expense: Expense;
  names: ReadonlyMap<Id<'member'>, string>;
  handlers: ExpenseHandlers;
}) {
  const getName = (id: Id<'member'>) => names.get(id) ?? unknownName;
  const own = expense.participantBreakdowns.find((share) => share.participantId === expense.paidBy);
  const others = expense.participantBreakdowns
    .filter((share) => share !== own)
    .toSorted((one, other) =>
      getName(one.participantId).localeCompare(getName(other.participantId), 'en'),
    );
  return (
    <SheetSection
      title="Member Breakdown"
      aside={`shares add up to ${formatMoney(expense.amount)}`}
    >
      <ul>
        {expense.paidBy !== null && (
          <Line
            id={expense.paidBy}
            name={getName(expense.paidBy)}
            remark={describeOwnShare(own?.amountOwed)}
          >
            <span className="text-third">
              Paid <Money cents={expense.amount} />
            </span>
          </Line>
        )}
        {others.map(({ participantId, amountOwed }) => (
          <Line key={participantId} id={participantId} name={getName(participantId)}>
            <Owes
              amount={amountOwed}
              onOverride={
                expense.status === 'open'
                  ? () => handlers.ask('manual-override', expense.id, participantId)
                  : undefined
              }
              name={getName(participantId)}
            />
          </Line>
        ))}
      </ul>
    </SheetSection>
  );
}

/** What a participant owes. While the expense is open, a click opens the manual override dialog. */
function Owes({
  amount,
  onOverride,
  name,
}: {
  amount: Cents;
  onOverride: (() => void) | undefined;
  name: string;
}) {
  const look = amount === 0 ? 'text-third' : 'font-medium text-owes';
  const words = (
    <>
      Owes <Money cents={amount} />
    </>
  );
  if (!onOverride) return <span className={look}>{words}</span>;
  return (
    <TextButton
      className={clsx(
        'underline decoration-dotted',
        amount === 0 ? 'text-third!' : 'font-medium text-owes!',
      )}
      onClick={onOverride}
    >
      {words}
      <span className="sr-only">, override for {name}</span>
    </TextButton>
  );
}

function describeOwnShare(share: Cents | undefined): string {
  return share === undefined ? 'takes no share' : `own share ${formatMoney(share)}`;
}

function Line({
  id,
  name,
  remark,
  children,
}: {
  id: Id<'member'>;
  name: string;
  remark?: string;
  children: React.ReactNode;
}) {
  return (
    <li className="flex min-h-9.5 items-center gap-2 py-1">
      <Avatar id={id} name={name} />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {name}
        {remark && <span className="tabular block text-xs text-third">{remark}</span>}
      </span>
      {children}
    </li>
  );
}
