import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import type { Id } from '#kit/id.ts';
import { copyIdItem } from '#web/ui/actions/copy.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { MenuAction } from '#web/ui/overlays/menu-items.ts';
import type { Wallet } from '../../contract.ts';
import { useCanWrite } from '../use-can-write.ts';

/** Handlers of a wallet's actions, which change the address. */
export type WalletHandlers = { readonly addTransaction: (walletId: Id<'wallet'>) => void };

/** The menu of a wallet, with what the member may do. */
export function WalletActions({ wallet, handlers }: { wallet: Wallet; handlers: WalletHandlers }) {
  const canWrite = useCanWrite();
  const add: MenuAction = {
    label: 'Add Transaction',
    icon: <ArrowLeftRight />,
    onSelect: () => handlers.addTransaction(wallet.id),
  };
  return (
    <Menu
      label={`Actions for ${wallet.name}`}
      items={[...(canWrite(wallet.ownerId) ? [add] : []), copyIdItem(wallet.id, 'Wallet ID')]}
    />
  );
}
