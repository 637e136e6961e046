import type { Area } from '#server/area.ts';
import { type NightlyBackups, nightlyBackupJobs } from './nightly-backups.ts';
import { type BackupRouteOptions, backupRoutes } from './routes.ts';

export type BackupAreaOptions = {
  /** Undefined for a server that makes no backups. */
  readonly nightly: NightlyBackups | undefined;
  readonly routes: BackupRouteOptions;
};

export const backupArea = ({ nightly, routes }: BackupAreaOptions): Area => ({
  addRoutes: (api) => backupRoutes(api, routes),
  nightlyJobs: (work) => (nightly ? nightlyBackupJobs(nightly, work) : []),
});
