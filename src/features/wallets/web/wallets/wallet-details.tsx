import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import Copy from 'lucide-react/icons/copy';
import WalletCards from 'lucide-react/icons/wallet-cards';
import { type ReactNode, Suspense, useEffect } from 'react';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import { isNotFound } from '#web/api/call-error.ts';
import { AsOf } from '#web/screen/as-of.tsx';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { copy } from '#web/ui/actions/copy.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Money } from '#web/ui/money.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { QueryView, StaleNotice } from '#web/ui/states/query-view.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import type { WalletDetail } from '../../contract.ts';
import { formatFullName } from '../format-full-name.ts';
import { walletQuery } from '../queries.ts';
import { toastError } from '../toast-error.ts';
import { BalanceOn } from '../transactions/balance-on.tsx';

const BalancePlot = lazyNamed(() => import('./balance-plot.tsx'), 'BalancePlot');

const failure = 'Failed to load wallet details';

/** A wallet's figures; folded below them its ids and its balance on another day. */
export function WalletDetails({
  walletId,
  asOf,
  onAsOfChange,
}: {
  walletId: Id<'wallet'>;
  /** The day for the past balance. */
  asOf: Day | undefined;
  onAsOfChange: (day: Day | '') => void;
}) {
  const wallet = useQuery(walletQuery(walletId));
  const isFailed = wallet.isError && (isNotFound(wallet.error) || !wallet.data);
  useEffect(() => {
    if (isFailed) toastError(failure);
  }, [isFailed]);
  return (
    <Card title="Wallet Details">
      <QueryView
        query={wallet}
        loading={<DetailsSkeleton />}
        failure={failure}
        notFound={
          <EmptyState title="Wallet not found" icon={<WalletCards />}>
            This wallet isn't in this chapter. Choose one from the list.
          </EmptyState>
        }
      >
        {(detail) => (
          <>
            <StaleNotice
              title={`${failure}.`}
              query={wallet}
              className="-mx-4 -mt-1 mb-4 border-b border-line px-4 py-3 sm:-mx-5 sm:px-5"
            />
            <div className={figures}>
              <Details wallet={detail} asOf={<AsOf query={wallet} />} />
              <div className={plotHeight}>
                <Suspense fallback={<Skeleton className="h-full w-full" />}>
                  <BalancePlot wallet={detail} />
                </Suspense>
              </div>
            </div>
            <Disclosure
              summary="IDs and Past Balances"
              isOpen={asOf !== undefined}
              className="mt-2 -mb-2"
            >
              <Ids wallet={detail} />
              <BalanceOn walletId={walletId} day={asOf} onDayChange={onAsOfChange} />
            </Disclosure>
          </>
        )}
      </QueryView>
    </Card>
  );
}

const figures = 'grid gap-x-8 gap-y-3 lg:grid-cols-2';
const plotHeight = 'h-40 lg:h-36';
const grid = 'grid grid-cols-2 gap-x-6 gap-y-2';

/** Shared with the skeleton, so that nothing below moves once loaded. */
const fieldHeight = 'min-h-13.5 pointer-coarse:min-h-15.5';

function Details({ wallet, asOf }: { wallet: WalletDetail; asOf: ReactNode }) {
  const owner = formatFullName(wallet.user);
  const hasLong = isLong(wallet.currentBalance) || isLong(wallet.unsettledReimbursementTotal);
  return (
    // Hundreds of millions would reach into the next column of a phone, also in the small font.
    <dl className={clsx(grid, hasLong && 'max-sm:grid-cols-1')}>
      <WalletField name="Current Balance">
        <Money
          cents={wallet.currentBalance}
          currency={wallet.currencyCode}
          tone="balance"
          className={clsx(
            'font-semibold tracking-tight',
            isLong(wallet.currentBalance) ? 'text-[1.25rem]' : 'text-figure',
            // Tens of thousands would reach there in the large font.
            Math.abs(wallet.currentBalance) >= 1_000_000 && 'max-sm:text-[1.25rem]',
          )}
        />
        <span className="ml-2">{asOf}</span>
      </WalletField>
      <WalletField name="Unsettled Reimbursements">
        <Money
          cents={wallet.unsettledReimbursementTotal}
          currency={wallet.currencyCode}
          className="text-base font-medium"
        />
      </WalletField>
      <WalletField name="Owner">
        <span className="inline-flex items-center gap-2">
          <Avatar id={wallet.ownerId} name={owner} />
          {owner}
        </span>
      </WalletField>
      <WalletField name="Wallet Name">{wallet.name}</WalletField>
    </dl>
  );
}

/** What support and integrations ask for. */
function Ids({ wallet }: { wallet: WalletDetail }) {
  return (
    <p className="mb-3 flex flex-wrap gap-2">
      <CopyId value={wallet.id} label="Wallet ID" />
      <CopyId value={wallet.ownerId} label="Owner ID" />
    </p>
  );
}

function CopyId({ value, label }: { value: Id; label: string }) {
  return (
    <Button size="sm" icon={<Copy aria-hidden="true" />} onClick={() => void copy(value, label)}>
      Copy {label}
    </Button>
  );
}

const isLong = (balance: Cents) => Math.abs(balance) >= 10_000_000_000;

function WalletField({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={clsx(fieldHeight, 'min-w-0')}>
      <dt className="text-xs text-third">{name}</dt>
      <dd className="flex min-h-8 items-center wrap-anywhere">{children}</dd>
    </div>
  );
}

function DetailsSkeleton() {
  return (
    <Loading label="Loading wallet details...">
      <div className={figures}>
        <div className={grid}>
          {Array.from({ length: 4 }, (_, place) => (
            <div key={place} data-placeholder="" className={fieldHeight}>
              <Skeleton className="mt-0.5 h-3.5 w-24" />
              <Skeleton className="mt-2 mb-1 h-5 w-40 max-w-full" />
            </div>
          ))}
        </div>
        <div data-placeholder="" className={plotHeight}>
          <Skeleton className="h-full w-full" />
        </div>
      </div>
      <div data-placeholder="" className="mt-2 -mb-2 flex h-9 items-center pointer-coarse:h-11">
        <Skeleton className="h-3.5 w-36" />
      </div>
    </Loading>
  );
}
