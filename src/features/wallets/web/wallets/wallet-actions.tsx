import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import type { Id } from '#kit/id.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { Wallet } from '../../contract.ts';
import { useCanWrite } from '../use-can-write.ts';

/** Handlers of a wallet's actions, which change the address. */
export type WalletHandlers = { readonly addTransaction: (walletId: Id<'wallet'>) => void };

/** The menu of a wallet, if the member may write to it. */
export function WalletActions({ wallet, handlers }: { wallet: Wallet; handlers: WalletHandlers }) {
  const canWrite = useCanWrite();
  if (!canWrite(wallet.ownerId)) return <span className="text-third">-</span>;
  return (
    <Menu
      label={`Actions for ${wallet.name}`}
      items={[
        {
          label: 'Add Transaction',
          icon: <ArrowLeftRight />,
          onSelect: () => handlers.addTransaction(wallet.id),
        },
      ]}
    />
  );
}
