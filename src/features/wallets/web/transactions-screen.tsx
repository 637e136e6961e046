import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft, WalletCards } from 'lucide-react';
import { type Id, id } from '#kit/id.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { walletQuery } from './queries.ts';
import { TransactionHistory } from './transaction-history.tsx';
import { WalletDetails } from './wallet-details.tsx';

const backToWallets = (
  <LinkButton
    to="/wallets"
    variant="ghost"
    size="sm"
    icon={<ArrowLeft aria-hidden="true" />}
    className="-ml-3"
  >
    Back to Wallets
  </LinkButton>
);

/** One wallet: what it holds, and every movement behind that. */
export function TransactionsScreen() {
  const { walletId } = useParams({ from: '/wallets/$walletId/transactions' });
  const known = id.safeParse(walletId);
  if (known.success) return <TransactionsOf key={known.data} walletId={known.data} />;
  return (
    <>
      <PageHeader title="Transactions" back={backToWallets} />
      <Card label="Wallet">
        <EmptyState title="Invalid wallet ID" icon={<WalletCards />}>
          The address names no wallet. Choose one from the list.
        </EmptyState>
      </Card>
    </>
  );
}

function TransactionsOf({ walletId }: { walletId: Id }) {
  const wallet = useQuery(walletQuery(walletId));
  const name = wallet.data?.name ?? `Wallet ${walletId.slice(0, 8)}`;
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{name} Transactions</span>}
        subtitle="Manage your wallet transactions"
        back={backToWallets}
      />
      <div className="flex flex-col gap-4">
        <WalletDetails walletId={walletId} />
        <TransactionHistory walletId={walletId} currency={wallet.data?.currencyCode} />
      </div>
    </>
  );
}
