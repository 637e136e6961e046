import { lazyRouteComponent } from '@tanstack/react-router';
import HandCoins from 'lucide-react/icons/hand-coins';
import type { AreaEntries } from '#web/area.ts';
import { screen } from '#web/screen/screens.ts';
import { parsePaymentsSearch } from './search.ts';

const entries: AreaEntries = {
  pages: [{ label: 'Payments', to: '/payments', icon: HandCoins, partOf: '/expenses' }],
};

export const paymentArea = {
  screens: [
    screen(
      '/payments',
      'Payments',
      lazyRouteComponent(() => import('./payments-screen.tsx'), 'PaymentsScreen'),
      parsePaymentsSearch,
    ),
  ],
  entries,
};
