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
 * The fewest payments after which everybody is even, worked out from the very balances that Member
 * Balances shows: the two are never of different moments.
 */
export function SettleUpPanel({
  member,
  open,
  onClose,
  onWhy,
  onSettleAll,
}: {
  /** Whose payments come first; one's own where nobody is named. */
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
  const partyOf = (who: Id<'member'> | null): Party => ({
    who,
    name: who === null ? company : (names.get(who) ?? unknownName),
    isMe: who === me.memberId,
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
            title={wordsFor(payments.length)}
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
              {payments.map((payment, place) => (
                <PaymentLine
                  key={`${payment.from} ${payment.to}`}
                  from={partyOf(payment.from)}
                  to={partyOf(payment.to)}
                  amount={payment.amount}
                  onWhy={onWhy}
                  isLastOfFirst={place === theirs.length - 1}
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

function wordsFor(count: number): string {
  return plural(count, 'payment');
}

type Party = { readonly who: Id<'member'> | null; readonly name: string; readonly isMe: boolean };

function PaymentLine({
  from,
  to,
  amount,
  onWhy,
  isLastOfFirst,
}: {
  from: Party;
  to: Party;
  amount: Payment['amount'];
  onWhy: (member: Id<'member'>) => void;
  /** Below it are the payments of others. */
  isLastOfFirst: boolean;
}) {
  return (
    <li
      className={clsx(
        'col-span-full grid grid-cols-subgrid items-center border-b py-2.5 last:border-b-0',
        isLastOfFirst ? 'border-control' : 'border-soft',
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
        {/* The company's side is what the members' leave: only they have expenses behind them. */}
        {from.who !== null ? (
          <Why asked={from.who} onWhy={onWhy}>
            {from.isMe ? 'You owe' : `${from.name} owes`}
          </Why>
        ) : (
          to.who !== null && (
            <Why asked={to.who} onWhy={onWhy}>
              {to.isMe ? "You're owed" : `${to.name} is owed`}
            </Why>
          )
        )}
      </span>
    </li>
  );
}

function Why({
  asked,
  onWhy,
  children,
}: {
  asked: Id<'member'>;
  onWhy: (member: Id<'member'>) => void;
  children: string;
}) {
  return (
    <TextButton className="touch-target text-xs font-medium" onClick={() => onWhy(asked)}>
      Why? <span className="sr-only">{children}</span>
    </TextButton>
  );
}

function Party({ who, name, isMe }: Party) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {who === null ? (
        <Building2 aria-hidden="true" className="size-5 shrink-0 text-third" />
      ) : (
        <Avatar id={who} name={name} />
      )}
      <span
        className={clsx('line-clamp-2 min-w-0 leading-tight wrap-anywhere', isMe && 'font-medium')}
      >
        {isMe ? 'You' : name}
      </span>
    </span>
  );
}
