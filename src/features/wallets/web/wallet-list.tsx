import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { fullName } from './full-name.ts';
import { WalletLink, type WalletTableProps } from './wallet-table.tsx';

/** The wallets on a phone. */
export function WalletList({ wallets, zone }: WalletTableProps) {
  return (
    <ul aria-label="Wallets" className="divide-y divide-soft">
      {wallets.map((wallet) => (
        <li
          key={wallet.id}
          className="relative px-4 py-3.5 hover:bg-hover has-focus-visible:bg-hover"
        >
          <div className="flex items-baseline justify-between gap-4">
            <WalletLink wallet={wallet} className="min-w-0 after:absolute after:inset-0" />
            <Money
              cents={wallet.currentBalance}
              currency={wallet.currencyCode}
              tone="balance"
              className="font-medium"
            />
          </div>
          <div className="mt-1 flex justify-between gap-4 text-xs text-third">
            <span className="min-w-0 wrap-anywhere">
              {fullName(wallet.user)} · {wallet.currencyCode}
            </span>
            <span className="shrink-0">
              <span className="sr-only">Last updated </span>
              <DateText at={wallet.updatedAt} zone={zone} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}
