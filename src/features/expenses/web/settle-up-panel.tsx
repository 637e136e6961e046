import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Building2 } from 'lucide-react';
import type { Id } from '#kit/id.ts';
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
  const payments = balances.data && settleUp(sidesOf(balances.data.items, balances.data.company));
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
  return (
    <li className="border-b border-soft py-3 last:border-b-0">
      <div className="flex items-center gap-2">
        <Party who={from} name={nameOf(from)} />
        <span className="sr-only"> pays </span>
        <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-third" />
        <Party who={to} name={nameOf(to)} />
        <Money cents={amount} className="ml-auto font-semibold" />
      </div>
      <div className="mt-1.5 flex flex-wrap justify-end gap-x-4 gap-y-1 text-xs">
        <Why who={from} name={nameOf(from)} verb="owe" onWhy={onWhy} />
        <Why who={to} name={nameOf(to)} verb="get" onWhy={onWhy} />
      </div>
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

/** The company's side is what all the members' leave: only they have expenses behind them. */
function Why({
  who,
  name,
  verb,
  onWhy,
}: {
  who: Id | null;
  name: string;
  verb: 'owe' | 'get';
  onWhy: (member: Id) => void;
}) {
  if (who === null) return null;
  return (
    <TextButton className="touch-target font-medium" onClick={() => onWhy(who)}>
      {verb === 'owe' ? 'Why?' : 'Why to them?'}
      <span className="sr-only">
        {' '}
        {verb === 'owe' ? `Why ${name} owes` : `Why ${name} is owed`}
      </span>
    </TextButton>
  );
}
