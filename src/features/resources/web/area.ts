import { lazyRouteComponent } from '@tanstack/react-router';
import { BookOpen, Upload } from 'lucide-react';
import type { AreaEntries } from '#web/area.ts';
import { screen } from '#web/screen/screens.ts';
import type { resourceCalls } from '../contract.ts';
import { ResourcesCard } from './resources-card.tsx';
import { parseResourcesSearch } from './search.ts';

/** The part of the call that Home needs; the whole contract is no part of its first load. */
const changeCall: Pick<typeof resourceCalls.change, 'policy'> = { policy: 'admin' };

const entries: AreaEntries = {
  pages: [
    {
      label: 'Resources',
      to: '/resources',
      icon: BookOpen,
      words: 'documents links handbook',
    },
  ],
  quickAction: {
    label: 'Upload Resource',
    icon: Upload,
    words: 'add edit link document',
    call: changeCall,
    link: () => ({ to: '/resources', search: { dialog: 'edit' } }),
  },
  homeCard: { Card: ResourcesCard },
};

export const resourceArea = {
  screens: [
    screen(
      '/resources',
      'Resources',
      lazyRouteComponent(() => import('./resources-screen.tsx'), 'ResourcesScreen'),
      parseResourcesSearch,
    ),
  ],
  entries,
};
