import { useSession } from '#web/api/session.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { formatFullName } from '../format-full-name.ts';
import { useCanWrite } from '../use-can-write.ts';
import { WalletActions } from './wallet-actions.tsx';
import { WalletLink, type WalletTableProps } from './wallet-table.tsx';

/** The wallets as a list, for phones. */
export function WalletList({ wallets, zone, handlers }: WalletTableProps) {
  const canWrite = useCanWrite();
  const { memberId } = useSession().me;
  return (
    <ul aria-label="Wallets" className="divide-y divide-soft">
      {wallets.map((wallet) => (
        <li
          key={wallet.id}
          className="relative flex items-center gap-1 py-2 pr-1.5 pl-4 hover:bg-hover has-focus-visible:bg-hover"
        >
          <div className="min-w-0 flex-1 py-1.5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <WalletLink wallet={wallet} className="min-w-0 after:absolute after:inset-0" />
              <Money
                cents={wallet.currentBalance}
                currency={wallet.currencyCode}
                tone="balance"
                className="ml-auto font-medium"
              />
            </div>
            <div className="mt-1 flex flex-wrap justify-between gap-x-4 text-xs text-third">
              <span className="min-w-0 wrap-anywhere">
                {formatFullName(wallet.user)}
                {wallet.ownerId === memberId && ' (you)'} · {wallet.currencyCode}
              </span>
              <span>
                <span className="sr-only">Created </span>
                <DateText at={wallet.createdAt} zone={zone} className="sr-only" />
                <span className="sr-only">, last </span>
                Updated <DateText at={wallet.updatedAt} zone={zone} />
              </span>
            </div>
          </div>
          {canWrite(wallet.ownerId) ? (
            // Above the link that covers the row.
            <div className="relative z-1">
              <WalletActions wallet={wallet} handlers={handlers} />
            </div>
          ) : (
            <span className="w-2.5" />
          )}
        </li>
      ))}
    </ul>
  );
}
