import { lazyRouteComponent } from '@tanstack/react-router';
import MessageCircle from 'lucide-react/icons/message-circle';
import Users from 'lucide-react/icons/users';
import type { AreaEntries } from '#web/area.ts';
import { screen } from '#web/screen/screens.ts';
import { parseMembersSearch } from './search.ts';

const entries: AreaEntries = {
  pages: [{ label: 'Members', to: '/members', icon: Users }],
  quickAction: {
    label: 'Contact Member',
    icon: MessageCircle,
    link: () => ({ to: '/members', search: { focus: 'search' } }),
    isLast: true,
  },
};

export const memberArea = {
  screens: [
    screen(
      '/members',
      'Members',
      lazyRouteComponent(() => import('./members-screen.tsx'), 'MembersScreen'),
      parseMembersSearch,
    ),
  ],
  entries,
};
