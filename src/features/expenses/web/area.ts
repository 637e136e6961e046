import { lazyRouteComponent } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import Receipt from 'lucide-react/icons/receipt';
import type { AreaEntries } from '#web/area.ts';
import { screen } from '#web/screen/screens.ts';
import { expensesSearch } from './search.ts';

const entries: AreaEntries = {
  pages: [{ label: 'Expenses', to: '/expenses', icon: Receipt }],
  quickAction: {
    label: 'Log Expense',
    icon: Plus,
    link: () => ({ to: '/expenses', search: { dialog: 'create' } }),
  },
};

export const expenseArea = {
  screens: [
    screen(
      '/expenses',
      'Expenses',
      lazyRouteComponent(() => import('./expenses-screen.tsx'), 'ExpensesScreen'),
      expensesSearch,
      () => import('./expenses-screen.tsx'),
    ),
  ],
  entries,
};
