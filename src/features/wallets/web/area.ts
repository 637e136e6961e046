import { lazyRouteComponent } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import type { AreaEntries } from '#web/area.ts';
import { screen } from '#web/screen/screens.ts';
import { transactionsSearch, walletsSearch } from './search.ts';

const entries: AreaEntries = {
  pages: [{ label: 'Wallets', to: '/wallets', icon: Wallet }],
};

export const walletArea = {
  screens: [
    screen(
      '/wallets',
      'Wallets',
      lazyRouteComponent(() => import('./wallets/wallets-screen.tsx'), 'WalletsScreen'),
      walletsSearch,
    ),
    screen(
      '/wallets/$walletId/transactions',
      'Transactions',
      lazyRouteComponent(
        () => import('./transactions/transactions-screen.tsx'),
        'TransactionsScreen',
      ),
      transactionsSearch,
    ),
  ],
  entries,
};
