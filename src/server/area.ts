/** What a feature contributes to the server; the app lists all features. */
import type { AuditFields } from '#kit/audit-words.ts';
import type { Instant } from '#kit/day.ts';
import type { Sheet } from './chapter-archive/sheet.ts';
import type { Log } from './config/log.ts';
import type { Db } from './database/db.ts';
import type { Api } from './http/serve.ts';
import type { Job } from './jobs/jobs.ts';
import type { Bucket } from './s3/bucket.ts';

export type Area = {
  readonly addRoutes: (api: Api) => void;
  readonly nightlyJobs?: (work: NightlyWork) => readonly Job[];
  /** How the audit log shows this feature's records. */
  readonly auditFields?: AuditFields;
};

/** An area that needs nothing of others. */
export type PlainArea = Area & {
  /** What an exported chapter shows of it, beside what names data of several areas. */
  readonly sheets?: readonly Sheet[];
};

export type NightlyWork = {
  readonly db: Db;
  /** Holds contents of files, if one is configured. */
  readonly fileBucket: Bucket | undefined;
  readonly log: Log;
  readonly clock: () => Instant;
  readonly signal: AbortSignal;
};
