import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Plus from 'lucide-react/icons/plus';
import WalletCards from 'lucide-react/icons/wallet-cards';
import { type Id, id } from '#kit/id.ts';
import { isNotFound } from '#web/api/call-error.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { MoneyButton } from '#web/ui/actions/money-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { walletQuery } from '../queries.ts';
import { useCanWrite } from '../use-can-write.ts';
import { WalletDetails } from '../wallets/wallet-details.tsx';
import { TransactionHistory } from './transaction-history.tsx';
import { TransactionOverlays } from './transaction-overlays.tsx';
import { useTransactionsAddress } from './use-transactions-address.ts';

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

/** A wallet's details and transactions. */
export function TransactionsScreen() {
  const { walletId } = useParams({ from: '/wallets/$walletId/transactions' });
  const known = id<'wallet'>().safeParse(walletId);
  if (known.success) return <WalletTransactions key={known.data} walletId={known.data} />;
  return (
    <>
      <PageHeader title="Transactions" back={backToWallets} />
      <Card label="Wallet">
        <EmptyState title="Invalid wallet ID" icon={<WalletCards />}>
          This link doesn't point to a wallet. Choose one from the list.
        </EmptyState>
      </Card>
    </>
  );
}

function WalletTransactions({ walletId }: { walletId: Id<'wallet'> }) {
  const address = useTransactionsAddress();
  const wallet = useQuery(walletQuery(walletId));
  const canWriteFor = useCanWrite();
  const name = wallet.data?.name ?? `Wallet ${walletId.slice(0, 8)}`;
  const canWrite = wallet.data !== undefined && canWriteFor(wallet.data.ownerId);
  const isMissing = isNotFound(wallet.error);
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{name} Transactions</span>}
        description="Manage your wallet transactions"
        back={backToWallets}
        actions={
          (canWrite || (!wallet.data && !isMissing)) && (
            <MoneyButton
              variant="primary"
              icon={<Plus aria-hidden="true" />}
              // The dialog needs the wallet's name and currency.
              disabled={!wallet.data}
              onClick={() => address.openDialog('add')}
            >
              Add Transaction
            </MoneyButton>
          )
        }
      />
      <div className="flex flex-col gap-4">
        <WalletDetails
          walletId={walletId}
          asOf={address.search.asOf}
          onAsOfChange={address.showBalanceOf}
        />
        {!isMissing && (
          <TransactionHistory
            walletId={walletId}
            walletName={name}
            currency={wallet.data?.currencyCode}
            isWalletLoading={wallet.isPending}
            canWrite={canWrite}
            address={address}
          />
        )}
      </div>
      {wallet.data && <TransactionOverlays wallet={wallet.data} address={address} />}
    </>
  );
}
