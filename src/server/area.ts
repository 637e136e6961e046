/** What a feature contributes to the server; the app lists all features. */
import type { AuditFields } from '#kit/audit-words.ts';
import type { Instant } from '#kit/day.ts';
import type { Db } from './database/db.ts';
import type { Api } from './http/serve.ts';
import type { Job } from './jobs/jobs.ts';

export type Area = {
  readonly addRoutes: (api: Api) => void;
  readonly nightlyJobs?: (work: NightlyWork) => readonly Job[];
  /** How the audit log shows this feature's records. */
  readonly auditFields?: AuditFields;
};

export type NightlyWork = {
  readonly db: Db;
  readonly clock: () => Instant;
  readonly signal: AbortSignal;
};
