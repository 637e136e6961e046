import { useQuery } from '@tanstack/react-query';
import { plural } from '#kit/counts.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Money } from '#web/ui/money.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { walletTotalsQuery } from '../queries.ts';
import type { WalletsAddress } from './use-wallets-address.ts';

/**
 * What all wallets hold together, by currency, and how many are below zero: a press shows these. On a
 * phone one line that scrolls sideways, so that nothing below moves when it is loaded.
 */
export function WalletTotals({ address }: { address: WalletsAddress }) {
  const totals = useQuery(walletTotalsQuery);
  const isWide = useMedia('(width >= 40rem)');
  const { belowZero } = address.search;
  const items = totals.data ?? [];
  const belowZeroCount = items.reduce((sum, { belowZeroCount: count }) => sum + count, 0);
  return (
    <div className="flex min-h-12 items-center gap-x-6 gap-y-2 overflow-x-auto px-4 pb-4 max-sm:min-h-15 max-sm:whitespace-nowrap sm:flex-wrap sm:px-5">
      {totals.isPending && <Skeleton className="h-4 w-48" />}
      {totals.isError && !totals.data && (
        <p role="alert" className="text-xs text-owes">
          Couldn't load totals.{' '}
          <TextButton onClick={() => void totals.refetch()} className="touch-target font-medium">
            Retry
          </TextButton>
        </p>
      )}
      {totals.data?.length === 0 && <p className="text-xs text-third">{plural(0, 'wallet')}</p>}
      {items.length > 0 && (
        <dl
          aria-label="Totals"
          // Without a button beside it, the line is scrolled by keyboard from here.
          tabIndex={isWide || belowZeroCount > 0 || belowZero ? undefined : 0}
          className="flex gap-x-6 gap-y-1 sm:flex-wrap"
        >
          {items.map(({ currencyCode, walletCount, balance }) => (
            <div key={currencyCode} className="flex items-baseline gap-1.5">
              <dt className="text-xs text-third">
                {currencyCode} in {plural(walletCount, 'wallet')}
              </dt>
              <dd className="font-medium">
                {balance === null ? (
                  'Too large to show'
                ) : (
                  <Money cents={balance} currency={currencyCode} tone="balance" />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {(belowZeroCount > 0 || belowZero) && (
        <Button
          size="sm"
          aria-pressed={belowZero ?? false}
          onClick={() => address.showBelowZero(!belowZero)}
          className="aria-pressed:border-primary aria-pressed:bg-primary-tint aria-pressed:text-primary-ink"
        >
          {belowZeroCount} Below Zero
        </Button>
      )}
    </div>
  );
}
