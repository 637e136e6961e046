import type { HomeEntries } from '#web/home-entries.ts';
import { BackupNotice } from './backup-notice.tsx';
import { backupsQuery } from './shared/queries.ts';

export const home: HomeEntries = {
  cards: [
    {
      column: 'notices',
      place: 10,
      Card: BackupNotice,
      isFor: ({ isInstallationAdmin }) => isInstallationAdmin,
      reads: [backupsQuery],
    },
  ],
};
