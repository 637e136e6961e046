import { lazyRouteComponent } from '@tanstack/react-router';
import Wallet from 'lucide-react/icons/wallet';
import type { AreaEntries } from '#web/area.ts';
import { screen } from '#web/screen/screens.ts';
import { parseTransactionsSearch, parseWalletsSearch } from './search.ts';

const entries: AreaEntries = {
  pages: [{ label: 'Wallets', to: '/wallets', icon: Wallet }],
};

export const walletArea = {
  screens: [
    screen(
      '/wallets',
      'Wallets',
      lazyRouteComponent(() => import('./wallets/wallets-screen.tsx'), 'WalletsScreen'),
      parseWalletsSearch,
      () => import('./wallets/wallets-screen.tsx'),
    ),
    screen(
      '/wallets/$walletId/transactions',
      'Transactions',
      lazyRouteComponent(
        () => import('./transactions/transactions-screen.tsx'),
        'TransactionsScreen',
      ),
      parseTransactionsSearch,
    ),
  ],
  entries,
};
