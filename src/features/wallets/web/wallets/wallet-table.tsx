import { useSession } from '#web/api/session.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { beforeStickyActions, stickyActions } from '#web/ui/sticky-actions.ts';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
import type { Wallet, WalletSort } from '../../contract.ts';
import { formatFullName } from '../format-full-name.ts';
import { type ChangeOrder, getAriaSort, nextOrder, type Order } from '../sorting.ts';
import { WalletActions, type WalletHandlers } from './wallet-actions.tsx';

/** Narrow enough on tablets to show the balance. */
const nameWidth = 'max-lg:min-w-40!';
/** On tablets a long name widens its column, up to five or six lines for the longest. */
const longName = 'block max-lg:w-max max-lg:max-w-44';

export type WalletTableProps = {
  wallets: readonly Wallet[];
  zone: string;
  handlers: WalletHandlers;
};

type SortedProps = { order: Order<WalletSort>; onSort: (change: ChangeOrder<WalletSort>) => void };

export function WalletTable({
  wallets,
  zone,
  handlers,
  order,
  onSort,
}: WalletTableProps & SortedProps) {
  const { memberId } = useSession().me;
  const sortBy = (column: WalletSort) => ({
    sort: getAriaSort(order, column),
    onSort: () => onSort((current) => nextOrder(current, column)),
  });
  return (
    <Table label="Wallets" isDense minWidth={700}>
      <thead>
        <tr>
          <Th isSticky className={nameWidth} {...sortBy('name')}>
            Wallet Name
          </Th>
          <Th {...sortBy('owner')}>Owner</Th>
          <Th {...sortBy('currency')}>Currency</Th>
          <Th isNumeric {...sortBy('balance')}>
            Balance
          </Th>
          <Th isNumeric {...sortBy('created')}>
            Created
          </Th>
          <Th isNumeric className={beforeStickyActions} {...sortBy('updated')}>
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
              <span className="flex max-w-72 min-w-36 items-center gap-2 max-lg:max-w-36 max-lg:min-w-28">
                <span className="truncate" title={formatFullName(wallet.user)}>
                  {formatFullName(wallet.user)}
                </span>
                {wallet.ownerId === memberId && <Badge>You</Badge>}
              </span>
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
              <WalletActions wallet={wallet} handlers={handlers} />
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
