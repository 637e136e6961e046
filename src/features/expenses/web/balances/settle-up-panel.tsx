import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ArrowRight, Building2 } from 'lucide-react';
import { plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Money } from '#web/ui/money.tsx';
import { Sheet, SheetSection } from '#web/ui/overlays/sheet.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { type Payment, settleUp, toParties } from '../../settle-up.ts';
import { balancesQuery } from '../balances-query.ts';
import { unknownName } from '../people.ts';

const company = 'Company account';

/**
 * The fewest payments that settle everyone up, computed from the balances that the Member Balances
 * card shows, so that the two always agree.
 */
export function SettleUpPanel({
  member,
  open,
  onClose,
  onWhy,
  onSettleAll,
}: {
  /** The member whose payments are listed first; by default the user. */
  member: Id<'member'> | undefined;
  open: boolean;
  onClose: () => void;
  onWhy: (member: Id<'member'>) => void;
  onSettleAll: () => void;
}) {
  const balances = useQuery(balancesQuery);
  const { me } = useSession();
  const plan = balances.data && settleUp(toParties(balances.data.items, balances.data.company));
  const first = member ?? me.memberId;
  const isTheirs = ({ from, to }: Payment) => from === first || to === first;
  const theirs = plan?.filter(isTheirs) ?? [];
  const payments = plan && [...theirs, ...plan.filter((payment) => !isTheirs(payment))];
  const names = new Map(balances.data?.items.map((item) => [item.participantId, item.name]));
  const toParty = (memberId: Id<'member'> | null): Party => ({
    memberId,
    name: memberId === null ? company : (names.get(memberId) ?? unknownName),
    isMe: memberId === me.memberId,
  });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Settle Up"
      description="Payments that settle everyone up"
      subjectId="settle-up"
      footer={
        balances.data && (
          <Button className="flex-1" onClick={onSettleAll}>
            Settle Expenses...
          </Button>
        )
      }
    >
      {payments ? (
        payments.length === 0 ? (
          <EmptyState title="Everyone is settled up">No payments needed.</EmptyState>
        ) : (
          <SheetSection
            title={formatPaymentCount(payments.length)}
            aside={
              theirs.length > 0 &&
              `${theirs.length} of them ${first === me.memberId ? 'yours' : `${names.get(first) ?? unknownName}'s`}`
            }
          >
            <p className="mb-2 text-xs text-third">
              These payments are suggestions. No money moves until someone pays, and balances change
              when expenses are settled.
            </p>
            <ul
              aria-label="Payments"
              className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] gap-x-2"
            >
              {payments.map((payment, index) => (
                <PaymentLine
                  key={`${payment.from} ${payment.to}`}
                  from={toParty(payment.from)}
                  to={toParty(payment.to)}
                  amount={payment.amount}
                  onWhy={onWhy}
                  isLastOfSelected={index === theirs.length - 1}
                />
              ))}
            </ul>
          </SheetSection>
        )
      ) : balances.isError ? (
        <ErrorState
          title="Failed to load member balances"
          onRetry={() => void balances.refetch()}
          isRetrying={balances.isFetching}
        >
          {balances.error.message}
        </ErrorState>
      ) : (
        <Loading label="Loading member balances...">
          <SkeletonRows rows={5} />
        </Loading>
      )}
    </Sheet>
  );
}

function formatPaymentCount(count: number): string {
  return plural(count, 'payment');
}

type Party = {
  readonly memberId: Id<'member'> | null;
  readonly name: string;
  readonly isMe: boolean;
};

function PaymentLine({
  from,
  to,
  amount,
  onWhy,
  isLastOfSelected,
}: {
  from: Party;
  to: Party;
  amount: Payment['amount'];
  onWhy: (member: Id<'member'>) => void;
  /** The payments below are those of other members. */
  isLastOfSelected: boolean;
}) {
  return (
    <li
      className={clsx(
        'col-span-full grid grid-cols-subgrid items-center border-b py-2.5 last:border-b-0',
        isLastOfSelected ? 'border-control' : 'border-soft',
      )}
    >
      <Party {...from} />
      <span>
        <span className="sr-only">{from.isMe ? ' pay ' : ' pays '}</span>
        <ArrowRight aria-hidden="true" className="size-4 text-third" />
      </span>
      <Party {...to} />
      <span className="flex flex-col items-end">
        <Money cents={amount} className="font-semibold" />
        {/* Only members' balances have expenses behind them; the company's is the remainder. */}
        {from.memberId !== null ? (
          <Why memberId={from.memberId} onWhy={onWhy}>
            {from.isMe ? 'You owe' : `${from.name} owes`}
          </Why>
        ) : (
          to.memberId !== null && (
            <Why memberId={to.memberId} onWhy={onWhy}>
              {to.isMe ? "You're owed" : `${to.name} is owed`}
            </Why>
          )
        )}
      </span>
    </li>
  );
}

function Why({
  memberId,
  onWhy,
  children,
}: {
  memberId: Id<'member'>;
  onWhy: (member: Id<'member'>) => void;
  children: string;
}) {
  return (
    <TextButton className="touch-target text-xs font-medium" onClick={() => onWhy(memberId)}>
      Why? <span className="sr-only">{children}</span>
    </TextButton>
  );
}

function Party({ memberId, name, isMe }: Party) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {memberId === null ? (
        <Building2 aria-hidden="true" className="size-5 shrink-0 text-third" />
      ) : (
        <Avatar id={memberId} name={name} />
      )}
      <span
        className={clsx('line-clamp-2 min-w-0 leading-tight wrap-anywhere', isMe && 'font-medium')}
      >
        {isMe ? 'You' : name}
      </span>
    </span>
  );
}
