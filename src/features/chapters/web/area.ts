import { lazyRouteComponent } from '@tanstack/react-router';
import { joinPath, setUpPath } from '#features/identity/contract.ts';
import type { AreaEntries } from '#web/area.ts';
import { openScreen, screen } from '#web/screen/screens.ts';
import { parseChaptersSearch } from './search.ts';

/** Its screens have no entry in the navigation; links, tabs and menus lead to them. */
const entries: AreaEntries = {};

export const chapterArea = {
  screens: [
    screen(
      '/chapters',
      'Chapters',
      lazyRouteComponent(() => import('./chapters-screen.tsx'), 'ChaptersScreen'),
      parseChaptersSearch,
    ),
    screen(
      '/settings/chapter',
      { title: 'Chapter settings', settingsTab: 'Chapter' },
      lazyRouteComponent(() => import('./chapter-settings.tsx'), 'ChapterSettings'),
      undefined,
      () => import('./chapter-settings.tsx'),
    ),
    screen(
      '/settings/payments',
      { title: 'Payment settings', settingsTab: 'Payments' },
      lazyRouteComponent(() => import('./payment-settings.tsx'), 'PaymentSettings'),
      undefined,
      () => import('./payment-settings.tsx'),
    ),
    openScreen(
      joinPath,
      'Join',
      lazyRouteComponent(() => import('./invitations/join-bare-screen.tsx'), 'JoinScreen'),
    ),
    openScreen(
      setUpPath,
      'Setup',
      lazyRouteComponent(() => import('./set-up-bare-screen.tsx'), 'SetUpScreen'),
    ),
  ],
  entries,
};
