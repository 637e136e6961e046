import { lazyRouteComponent } from '@tanstack/react-router';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import ReceiptText from 'lucide-react/icons/receipt-text';
import type { AreaEntries } from '#web/area.ts';
import { screen } from '#web/screen/screens.ts';
import type { dueCalls } from '../contract.ts';
import { parseDuesSearch } from './search.ts';

/** The part of the call that Home needs; the whole contract is no part of its first load. */
const createCall: Pick<typeof dueCalls.create, 'policy'> = { policy: 'treasurer' };

const entries: AreaEntries = {
  pages: [{ label: 'Dues', to: '/dues', icon: CalendarClock, partOf: '/expenses' }],
  quickAction: {
    label: 'New Charge',
    icon: ReceiptText,
    call: createCall,
    link: () => ({ to: '/dues', search: { dialog: 'new-charge' } }),
  },
};

export const dueArea = {
  screens: [
    screen(
      '/dues',
      'Dues',
      lazyRouteComponent(() => import('./dues-screen.tsx'), 'DuesScreen'),
      parseDuesSearch,
    ),
  ],
  entries,
};
