import type { Area } from '#server/area.ts';
import { type NightlyBackups, nightlyBackupJobs } from './nightly-backups.ts';

/** Without a folder for backups, a server makes none. */
export const backupArea = (nightly: NightlyBackups | undefined): Area => ({
  addRoutes: () => {},
  nightlyJobs: (work) => (nightly ? nightlyBackupJobs(nightly, work) : []),
});
