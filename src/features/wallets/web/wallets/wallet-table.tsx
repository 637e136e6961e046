import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { beforeStickyActions, stickyActions } from '#web/ui/sticky-actions.ts';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
import type { Wallet, WalletSort } from '../../contract.ts';
import { fullName } from '../full-name.ts';
import { ariaSort, type ChangeOrder, type Order, orderAfter } from '../sorting.ts';
import { WalletActions, type WalletActs } from './wallet-actions.tsx';

/** On a tablet the balance is in sight too. */
const nameWidth = 'max-lg:min-w-40!';
/** There a long name makes its column wider, up to four or five lines of the longest. */
const longName = 'block max-lg:w-max max-lg:max-w-52';

export type WalletTableProps = { wallets: readonly Wallet[]; zone: string; acts: WalletActs };

type SortedProps = { order: Order<WalletSort>; onSort: (change: ChangeOrder<WalletSort>) => void };

export function WalletTable({
  wallets,
  zone,
  acts,
  order,
  onSort,
}: WalletTableProps & SortedProps) {
  const by = (column: WalletSort) => ({
    sort: ariaSort(order, column),
    onSort: () => onSort((wanted) => orderAfter(wanted, column)),
  });
  return (
    <Table label="Wallets" minWidth={700}>
      <thead>
        <tr>
          <Th isSticky className={nameWidth} {...by('name')}>
            Wallet Name
          </Th>
          <Th {...by('owner')}>Owner</Th>
          <Th {...by('currency')}>Currency</Th>
          <Th isNumeric {...by('balance')}>
            Balance
          </Th>
          <Th isNumeric {...by('created')}>
            Created
          </Th>
          <Th isNumeric className={beforeStickyActions} {...by('updated')}>
            Last Updated
          </Th>
          <Th isNumeric className={stickyActions}>
            Actions
          </Th>
        </tr>
      </thead>
      <tbody>
        {wallets.map((wallet) => (
          <Tr key={wallet.id}>
            <Td isHeader isSticky className={nameWidth}>
              <span className={longName}>
                <WalletLink wallet={wallet} />
              </span>
            </Td>
            <Td>
              <span className="block max-w-48 min-w-36 wrap-anywhere">{fullName(wallet.user)}</span>
            </Td>
            <Td>
              <Badge>{wallet.currencyCode}</Badge>
            </Td>
            <Td isNumeric>
              <Money
                cents={wallet.currentBalance}
                currency={wallet.currencyCode}
                tone="balance"
                className="font-medium"
              />
            </Td>
            <Td isNumeric className="text-second">
              <DateText at={wallet.createdAt} zone={zone} />
            </Td>
            <Td isNumeric className={`${beforeStickyActions} text-second`}>
              <DateText at={wallet.updatedAt} zone={zone} />
            </Td>
            <Td isNumeric className={stickyActions}>
              <WalletActions wallet={wallet} acts={acts} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

export function WalletLink({ wallet, className }: { wallet: Wallet; className?: string }) {
  return (
    <TextLink
      to="/wallets/$walletId/transactions"
      params={{ walletId: wallet.id }}
      className={`font-medium text-ink! wrap-anywhere ${className ?? ''}`}
    >
      {wallet.name}
    </TextLink>
  );
}
