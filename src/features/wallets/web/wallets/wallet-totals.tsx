import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useState } from 'react';
import { plural, pluralize } from '#kit/counts.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Money } from '#web/ui/money.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { walletTotalsQuery } from '../queries.ts';
import { useSeesAllWallets } from '../use-can-write.ts';
import type { WalletsAddress } from './use-wallets-address.ts';

/** Currencies that a phone shows at first. */
const maxOnPhone = 2;

/**
 * What all wallets hold together, by currency, and how many members owe money in any: a press shows their
 * wallets. On a phone the first two currencies, and the others at a press, so that it is as high before
 * they have loaded.
 */
export function WalletTotals({ address }: { address: WalletsAddress }) {
  const totals = useQuery(walletTotalsQuery);
  const { belowZero } = address.search;
  const [showsAll, setShowsAll] = useState(false);
  const seesAll = useSeesAllWallets();
  const { items, debtorCount } = totals.data ?? { items: [], debtorCount: 0 };
  return (
    <div className="grid min-h-12 grid-cols-2 items-center gap-x-4 gap-y-3 px-4 pb-4 sm:flex sm:flex-wrap sm:gap-x-6 sm:gap-y-2 sm:px-5">
      {totals.isPending && (
        <div className="col-span-2 flex max-sm:h-22 max-sm:pointer-coarse:h-25 sm:items-center">
          <Skeleton className="h-4 w-48" />
        </div>
      )}
      {totals.isError && !totals.data && (
        <p role="alert" className="col-span-2 text-xs text-owes">
          Couldn't load totals.{' '}
          <TextButton onClick={() => void totals.refetch()} className="touch-target font-medium">
            Retry
          </TextButton>
        </p>
      )}
      {totals.data && items.length === 0 && (
        <p className="col-span-2 text-xs text-third">{plural(0, 'wallet')}</p>
      )}
      {items.length > 0 && (
        <dl aria-label="Totals" className="contents gap-x-6 gap-y-1 sm:flex sm:flex-wrap">
          {items.map(({ currencyCode, walletCount, balance }, index) => (
            <div
              key={currencyCode}
              className={clsx(
                'flex min-h-11 min-w-0 flex-col sm:min-h-0 sm:flex-row sm:items-baseline sm:gap-1.5',
                index >= maxOnPhone && !showsAll && 'max-sm:hidden',
              )}
            >
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
      <div className="col-span-2 flex justify-between gap-3 empty:hidden sm:contents">
        {seesAll && (debtorCount > 0 || belowZero) && (
          <Button
            size="sm"
            aria-pressed={belowZero ?? false}
            onClick={() => address.showBelowZero(!belowZero)}
            className="aria-pressed:border-primary aria-pressed:bg-primary-tint aria-pressed:text-primary-ink"
          >
            <span>
              {plural(debtorCount, 'member')} {pluralize(debtorCount, 'owes', 'owe')} money
              {items.length > 1 && <span className="max-sm:sr-only">, in any currency</span>}
            </span>
          </Button>
        )}
        {items.length > maxOnPhone && !showsAll && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`${items.length - maxOnPhone} more currencies`}
            onClick={() => setShowsAll(true)}
            className="sm:hidden"
          >
            {items.length - maxOnPhone} More
          </Button>
        )}
      </div>
    </div>
  );
}
