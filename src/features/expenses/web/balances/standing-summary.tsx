import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { AsOf } from '#web/screen/as-of.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton, TextLink } from '#web/ui/actions/text-link.tsx';
import { Money } from '#web/ui/money.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { describeStanding, findStanding } from '../../standing.ts';
import type { MemberStanding } from '../../summary-contract.ts';
import { standingsQuery } from '../balances-query.ts';

/**
 * What a member has or has to pay, and the two parts it consists of, each linked to what is behind it.
 * The same on every screen, and as high while it loads.
 */
export function StandingSummary({
  memberId,
  onOpenShares,
  actions,
  asOthers = false,
}: {
  memberId: Id<'member'>;
  /** Shows the open expenses on the same screen; by default a link to the expenses screen. */
  onOpenShares?: (() => void) | undefined;
  /** Buttons beside the figure. */
  actions?: ReactNode;
  /** In the words that others read about the member. */
  asOthers?: boolean;
}) {
  const { me } = useSession();
  const standings = useQuery(standingsQuery);
  const isMe = memberId === me.memberId && !asOthers;
  if (standings.data) {
    const item = findStanding(standings.data.items, memberId);
    return (
      <Layout
        figure={
          <>
            <StandingFigure {...item} isMe={isMe} />
            <AsOf query={standings} />
          </>
        }
        actions={actions}
        parts={[
          <OpenShares key="open" {...item} onClick={onOpenShares} />,
          <WalletPart key="wallet" {...item} />,
        ]}
      />
    );
  }
  if (standings.isError) {
    return (
      <Layout
        figure={
          <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="text-second">
              {isMe
                ? "Couldn't load what you have to pay."
                : "Couldn't load what they have to pay."}
            </p>
            <Button
              size="sm"
              isBusy={standings.isFetching}
              busyLabel="Retrying..."
              onClick={() => void standings.refetch()}
            >
              Retry
            </Button>
          </div>
        }
        actions={actions}
        parts={[]}
      />
    );
  }
  return (
    <Layout
      figure={
        <Loading
          label={isMe ? 'Loading your balance...' : 'Loading balance...'}
          className="min-w-0 flex-1"
        >
          <Skeleton className="h-7 w-44 max-w-full" />
        </Loading>
      }
      actions={actions}
      parts={['open', 'wallet'].map((part) => <Skeleton key={part} className="h-3.5 w-32" />)}
    />
  );
}

/** The same in every state: an action that appeared anew would read what failed to load once more. */
function Layout({
  figure,
  actions,
  parts,
}: {
  figure: ReactNode;
  actions: ReactNode;
  parts: readonly ReactNode[];
}) {
  return (
    <div className="@container min-w-0 flex-1">
      <div className="flex items-center justify-between gap-x-4">
        <div className="flex min-h-9 min-w-0 flex-wrap items-baseline gap-x-2.5">{figure}</div>
        {actions && <div className="flex shrink-0 flex-wrap justify-end gap-2">{actions}</div>}
      </div>
      {/* Beside each other only where what is in other currencies fits too, so that nothing below moves. */}
      <ul className="mt-1 empty:hidden @min-[28rem]:flex @min-[28rem]:flex-wrap @min-[28rem]:gap-x-6">
        {parts.map((part, place) => (
          <li key={place} className="flex min-h-7 items-center pointer-coarse:min-h-11">
            {part}
          </li>
        ))}
      </ul>
    </div>
  );
}

function StandingFigure({
  standing,
  otherCurrencies,
  name,
  isMe,
}: Pick<MemberStanding, 'standing' | 'otherCurrencies'> & {
  name: string | undefined;
  isMe: boolean;
}) {
  const words = describeStanding(standing, isMe ? undefined : (name ?? 'This member'));
  if (standing === 0) {
    const isNothing = isMe && otherCurrencies.length === 0;
    return (
      <p className="text-base font-medium leading-9! text-ink wrap-anywhere">
        {isNothing ? 'Nothing to pay, nothing owed' : words}
      </p>
    );
  }
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 text-second">
      <span className="min-w-0 wrap-anywhere">{words}</span>{' '}
      <Money
        // No minus sign, because the text already says "To pay".
        cents={cents(Math.abs(standing))}
        // Red only for what the user has to pay.
        tone={!isMe ? 'plain' : standing < 0 ? 'owes' : 'owed'}
        className={clsx(
          'text-title-phone font-semibold tracking-tight sm:text-title',
          !isMe && 'text-ink',
        )}
      />
    </p>
  );
}

function OpenShares({
  memberId,
  open,
  onClick,
}: Pick<MemberStanding, 'memberId' | 'open'> & { onClick?: (() => void) | undefined }) {
  const content = <PartContent label="From open expenses" amount={open} />;
  return onClick ? (
    <TextButton className={partClass} onClick={onClick}>
      {content}
    </TextButton>
  ) : (
    <TextLink to="/expenses" search={{ panel: 'balance', member: memberId }} className={partClass}>
      {content}
    </TextLink>
  );
}

/** The US dollar wallets; what is in other currencies is named beside them and never added. */
function WalletPart({
  memberId,
  walletId,
  wallet,
  otherCurrencies,
}: Pick<MemberStanding, 'memberId' | 'walletId' | 'wallet' | 'otherCurrencies'>) {
  const others = otherCurrencies.map(({ currency, balance }) => formatMoney(balance, currency));
  const content = (
    <PartContent
      label="Wallet"
      note={others.length > 0 ? `not counting ${others.join(', ')}` : undefined}
      amount={wallet}
    />
  );
  // One wallet, or the list of all of them.
  return walletId === null || others.length > 0 ? (
    <TextLink to="/wallets" search={{ ownerId: memberId }} className={partClass}>
      {content}
    </TextLink>
  ) : (
    <TextLink to="/wallets/$walletId/transactions" params={{ walletId }} className={partClass}>
      {content}
    </TextLink>
  );
}

const partClass = 'w-full min-w-0';

/**
 * On one line, so that nothing below moves when it is loaded, unless an amount is as long as that: what
 * it is of must stay readable.
 */
function PartContent({
  label,
  note,
  amount,
}: {
  label: string;
  note?: string | undefined;
  amount: Cents;
}) {
  return (
    <span className="flex flex-wrap gap-x-1.5 text-left whitespace-nowrap">
      <span>{label}</span> <Money cents={amount} className="font-medium" />
      {note && <span className="min-w-0 text-third">{note}</span>}
    </span>
  );
}
