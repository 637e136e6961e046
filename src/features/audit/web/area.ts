import { lazyRouteComponent } from '@tanstack/react-router';
import type { AreaEntries } from '#web/area.ts';
import { screen } from '#web/screen/screens.ts';
import type { AuditSearch } from './search.ts';

/** Its screen has no entry in the navigation; a tab of the settings leads to it. */
const entries: AreaEntries = {};

export const auditArea = {
  screens: [
    screen(
      '/audit',
      { title: 'Audit Log', settingsTab: 'Audit Log' },
      lazyRouteComponent(() => import('./audit-screen.tsx'), 'AuditScreen'),
      // Checked by the screen, because the first page loads this file and none of its rules.
      (raw) => raw as AuditSearch,
    ),
  ],
  entries,
};
