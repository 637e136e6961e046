import { Badge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Money } from '#web/ui/money.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import type { Wallet } from '../contract.ts';
import { fullName } from './full-name.ts';

export type WalletTableProps = { wallets: readonly Wallet[]; zone: string };

export function WalletTable({ wallets, zone }: WalletTableProps) {
  return (
    <Table label="Wallets" minWidth={720}>
      <thead>
        <tr>
          <Th isSticky>Wallet Name</Th>
          <Th>Owner</Th>
          <Th>Currency</Th>
          <Th isNumeric>Balance</Th>
          <Th isNumeric>Created</Th>
          <Th isNumeric>Last Updated</Th>
        </tr>
      </thead>
      <tbody>
        {wallets.map((wallet) => (
          <Tr key={wallet.id}>
            <Td isHeader isSticky>
              <WalletLink wallet={wallet} />
            </Td>
            <Td>{fullName(wallet.user)}</Td>
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
            <Td isNumeric className="text-second">
              <DateText at={wallet.updatedAt} zone={zone} />
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
