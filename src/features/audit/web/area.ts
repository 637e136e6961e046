import { lazyRouteComponent } from '@tanstack/react-router';
import type { AreaEntries } from '#web/area.ts';
import { screen } from '#web/screen/screens.ts';
import { keepAuditSearch } from './keep-search.ts';

/** Its screen has no entry in the navigation; a tab of the settings leads to it. */
const entries: AreaEntries = {};

export const auditArea = {
  screens: [
    screen(
      '/audit',
      { title: 'Audit Log', settingsTab: 'Audit Log' },
      lazyRouteComponent(() => import('./audit-screen.tsx'), 'AuditScreen'),
      keepAuditSearch,
    ),
  ],
  entries,
};
