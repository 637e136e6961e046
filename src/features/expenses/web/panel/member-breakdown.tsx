import clsx from 'clsx';
import Pencil from 'lucide-react/icons/pencil';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Money } from '#web/ui/money.tsx';
import { SheetSection } from '#web/ui/overlays/sheet.tsx';
import type { Expense } from '../../expense.ts';
import { findReceiver } from '../../money-back.ts';
import { listPayers } from '../../payers.ts';
import { sumPaid } from '../../settling/own-payment.ts';
import { describeStatedShares } from '../../stated-words.ts';
import type { ExpenseHandlers } from '../list/expense-actions.tsx';
import { unknownName } from '../people.ts';
import { useExpenseRights } from '../use-expense-rights.ts';
import { SettledCredit, SettledShare } from './settled-amount.tsx';

/** Payers first, then what each participant owes or, once settled, what became of it. */
export function MemberBreakdown({
  expense,
  names,
  handlers,
}: {
  expense: Expense;
  names: ReadonlyMap<Id<'member'>, string>;
  handlers: ExpenseHandlers;
}) {
  const { me } = useSession();
  const canOverride = useExpenseRights().reasonAgainstWriting(expense) === undefined;
  const getName = (id: Id<'member'>) => names.get(id) ?? unknownName;
  // What the chapter received is nobody's.
  const payers = isOfChapter(expense) ? [] : listPayers(expense);
  const stated = describeStatedShares(expense);
  const shares = new Map(
    expense.participantBreakdowns.map((share) => [share.participantId, share.amountOwed]),
  );
  const others = expense.participantBreakdowns
    .filter((share) => payers.every(({ memberId }) => memberId !== share.participantId))
    .toSorted((one, other) =>
      getName(one.participantId).localeCompare(getName(other.participantId), 'en'),
    );
  return (
    <SheetSection
      title="Member Breakdown"
      aside={`shares add up to ${formatMoney(expense.amount)}`}
    >
      <ul>
        {payers.map(({ memberId, amountPaid }) => (
          <Line
            key={memberId}
            id={memberId}
            name={getName(memberId)}
            remark={
              <>
                <PayerRemark expense={expense} memberId={memberId} share={shares.get(memberId)} />
                {stated.has(memberId) && <span>, {stated.get(memberId)}</span>}
              </>
            }
          >
            <span className="text-third">
              <Paid expense={expense} amount={amountPaid} />
            </span>
          </Line>
        ))}
        {others.map(({ participantId, amountOwed }) => (
          <Line
            key={participantId}
            id={participantId}
            name={getName(participantId)}
            remark={stated.get(participantId)}
          >
            {expense.status === 'settled' ? (
              <SettledShare expense={expense} memberId={participantId} amount={amountOwed} />
            ) : (
              <Owes
                amount={amountOwed}
                paid={sumPaid(expense, participantId)}
                isMe={participantId === me.memberId}
                onOverride={
                  canOverride
                    ? () => handlers.ask('manual-override', expense.id, participantId)
                    : undefined
                }
                name={getName(participantId)}
              />
            )}
          </Line>
        ))}
      </ul>
    </SheetSection>
  );
}

const isOfChapter = (expense: Expense) =>
  expense.moneyBackForId !== undefined && findReceiver(expense) === null;

/** What someone paid, or received of money back. */
function Paid({ expense, amount }: { expense: Expense; amount: Cents }) {
  if (expense.moneyBackForId === undefined) {
    return (
      <>
        Paid <Money cents={amount} />
      </>
    );
  }
  return (
    <>
      Received <Money cents={cents(-amount)} />
    </>
  );
}

/**
 * What a participant of an open expense owes, in red for oneself. Opens the manual override dialog,
 * if the member may override.
 */
function Owes({
  amount,
  paid: { confirmed, waiting },
  isMe,
  onOverride,
  name,
}: {
  amount: Cents;
  paid: ReturnType<typeof sumPaid>;
  isMe: boolean;
  onOverride: (() => void) | undefined;
  name: string;
}) {
  if (amount > 0 && confirmed >= amount) {
    return (
      <span className="text-third">
        Paid <Money cents={confirmed} />
      </span>
    );
  }
  const some = confirmed > 0 ? `, ${formatMoney(confirmed)} paid` : '';
  const more = waiting > 0 ? `, ${formatMoney(waiting)} to be confirmed` : '';
  const tone = amount === 0 ? 'text-third!' : isMe ? 'font-medium text-owes!' : 'text-second!';
  if (!onOverride) {
    return (
      <span className={tone}>
        Owes <Money cents={amount} />
        {some}
        {more}
      </span>
    );
  }
  return (
    <TextButton className={clsx('group', tone)} onClick={onOverride}>
      <Pencil
        aria-hidden="true"
        className="mr-1.5 inline size-3.5 align-[-0.1em] opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100"
      />
      Owes <Money cents={amount} />
      {some}
      {more}
      <span className="sr-only">, override for {name}</span>
    </TextButton>
  );
}

/** A payer's own share and, once settled, what they got back. */
function PayerRemark({
  expense,
  memberId,
  share,
}: {
  expense: Expense;
  memberId: Id<'member'>;
  share: Cents | undefined;
}) {
  if (expense.status === 'open') return describeOwnShare(share);
  return (
    <span className="flex flex-col items-start gap-1">
      {share === undefined ? (
        describeOwnShare(share)
      ) : (
        <span>
          Own share: <SettledShare expense={expense} memberId={memberId} amount={share} />
        </span>
      )}
      <SettledCredit expense={expense} memberId={memberId} />
    </span>
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
  remark?: React.ReactNode;
  children: React.ReactNode;
}) {
  return (
    <li className="flex min-h-9.5 flex-wrap items-center justify-end gap-x-2 py-1">
      <Avatar id={id} name={name} />
      {/* A long amount goes below the name instead of squeezing it. */}
      <span className={clsx('min-w-0 grow shrink wrap-anywhere', remark ? 'basis-40' : 'basis-24')}>
        {name}
        {remark && <span className="tabular block text-xs text-third">{remark}</span>}
      </span>
      {children}
    </li>
  );
}
