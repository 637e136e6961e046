import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Building2 } from 'lucide-react';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Money } from '#web/ui/money.tsx';
import { Sheet, SheetSection } from '#web/ui/sheet.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { TextButton } from '#web/ui/text-link.tsx';
import { type Payment, settleUp, sidesOf } from '../settle-up.ts';
import { unknownName } from './people.ts';
import { balancesQuery } from './queries.ts';

const company = 'Company account';

/**
 * The fewest payments after which everybody is even, worked out from the very balances that Member
 * Balances shows: the two are never of different moments.
 */
export function SettleUpPanel({
  open,
  onClose,
  onWhy,
}: {
  open: boolean;
  onClose: () => void;
  onWhy: (member: Id) => void;
}) {
  const balances = useQuery(balancesQuery);
  const { me } = useSession();
  const plan = balances.data && settleUp(sidesOf(balances.data.items, balances.data.company));
  const payments = plan && ownFirst(plan, me.memberId);
  const names = new Map(balances.data?.items.map((item) => [item.participantId, item.name]));
  const nameOf = (who: Id | null) => (who === null ? company : (names.get(who) ?? unknownName));
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Settle up"
      description="The payments that make everybody even"
      subjectId="settle-up"
    >
      {payments ? (
        payments.length === 0 ? (
          <EmptyState title="Everybody is even">Nobody owes anybody anything.</EmptyState>
        ) : (
          <SheetSection title={wordsFor(payments.length)}>
            <ul aria-label="Payments" className="flex flex-col">
              {payments.map((payment) => (
                <PaymentLine
                  key={`${payment.from} ${payment.to}`}
                  payment={payment}
                  nameOf={nameOf}
                  onWhy={onWhy}
                />
              ))}
            </ul>
            <p className="mt-4 text-xs text-third">
              A payment here is a suggestion: nothing moves until somebody pays, and balances change
              when the expenses are settled.
            </p>
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

function ownFirst(payments: readonly Payment[], me: Id): Payment[] {
  const isOwn = ({ from, to }: Payment) => from === me || to === me;
  return [...payments.filter(isOwn), ...payments.filter((payment) => !isOwn(payment))];
}

function wordsFor(count: number): string {
  return count === 1 ? 'One payment' : `${count} payments`;
}

function PaymentLine({
  payment: { from, to, amount },
  nameOf,
  onWhy,
}: {
  payment: Payment;
  nameOf: (who: Id | null) => string;
  onWhy: (member: Id) => void;
}) {
  // The company's side is what the members' leave: only they have expenses behind them.
  const asked = from ?? to;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-center gap-2 border-b border-soft py-2.5 last:border-b-0">
      <Party who={from} name={nameOf(from)} />
      <span>
        <span className="sr-only"> pays </span>
        <ArrowRight aria-hidden="true" className="size-4 text-third" />
      </span>
      <Party who={to} name={nameOf(to)} />
      <span className="flex flex-col items-end">
        <Money cents={amount} className="font-semibold" />
        {asked !== null && (
          <TextButton className="touch-target text-xs font-medium" onClick={() => onWhy(asked)}>
            Why?
            <span className="sr-only">
              {` ${nameOf(asked)} ${from === null ? 'is owed' : 'owes'}`}
            </span>
          </TextButton>
        )}
      </span>
    </li>
  );
}

function Party({ who, name }: { who: Id | null; name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {who === null ? (
        <Building2 aria-hidden="true" className="size-5 shrink-0 text-third" />
      ) : (
        <Avatar id={who} name={name} />
      )}
      <span className="line-clamp-2 min-w-0 leading-tight wrap-anywhere">{name}</span>
    </span>
  );
}
