import { lazyRouteComponent } from '@tanstack/react-router';
import type { AreaEntries } from '#web/area.ts';
import { openScreen } from '#web/screen/screens.ts';

/** Its one screen has no entry in the navigation; emails lead to it. */
const entries: AreaEntries = {};

export const noticeArea = {
  screens: [
    openScreen(
      '/unsubscribe/$token',
      'Emails',
      lazyRouteComponent(() => import('./unsubscribe-bare-screen.tsx'), 'UnsubscribeScreen'),
    ),
  ],
  entries,
};
