import { ArrowLeftRight } from 'lucide-react';
import type { Id } from '#kit/id.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { Wallet } from '../../contract.ts';
import { useMayWrite } from '../use-may-write.ts';

/** What can be done about a wallet; the screen does it by changing the address. */
export type WalletActs = { readonly addTransaction: (walletId: Id<'wallet'>) => void };

/** The menu of a wallet. Where the server would refuse all of it there is none. */
export function WalletActions({ wallet, acts }: { wallet: Wallet; acts: WalletActs }) {
  const mayWrite = useMayWrite();
  if (!mayWrite(wallet.ownerId)) return <span className="text-third">-</span>;
  return (
    <Menu
      label={`Actions for ${wallet.name}`}
      items={[
        {
          label: 'Add Transaction',
          icon: <ArrowLeftRight />,
          onSelect: () => acts.addTransaction(wallet.id),
        },
      ]}
    />
  );
}
