/** What a feature contributes to the server; the app lists all features. */
import type { AuditFields } from '#kit/audit-words.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { AuditContext } from './audit/audit.ts';
import type { AuditSubjects } from './audit/subjects.ts';
import type { Sheet } from './chapter-archive/sheet.ts';
import type { Log } from './config/log.ts';
import type { Db, Tx } from './database/db.ts';
import type { Api } from './http/serve.ts';
import type { Job } from './jobs/jobs.ts';
import type { NewsSource } from './news-source.ts';
import type { NoticeSource, WeekAheadSource } from './notice-source.ts';
import type { Bucket } from './s3/bucket.ts';

/** `Options` are what it needs of others. */
export type Area<Options = void> = {
  readonly addRoutes: (api: Api, options: Options) => void;
  readonly nightlyJobs?: (work: NightlyWork) => readonly Job[];
  /** How the audit log shows this feature's records. */
  readonly auditFields?: AuditFields;
  readonly auditSubjects?: AuditSubjects;
  readonly news?: NewsSource;
  /** Its emails to members. */
  readonly notices?: readonly NoticeSource[];
  /** Its part of the summary of a week. */
  readonly weekAhead?: WeekAheadSource;
  /** What an exported chapter shows of it. */
  readonly sheets?: readonly Sheet[];
  /** What members take along of it; the queries take the member's id, too. */
  readonly ownSheets?: readonly Sheet[];
  /** What is open between a former member and the chapter, in words: '2 open expenses'. */
  readonly findOpenMatters?: (
    tx: Tx,
    chapterId: Id<'chapter'>,
    memberId: Id<'member'>,
  ) => Promise<readonly string[]>;
  /** Erases a former member from what is its own, before the rest; nothing is open any more. */
  readonly eraseMember?: (tx: Tx, by: AuditContext, memberId: Id<'member'>) => Promise<void>;
};

export type NightlyWork = {
  readonly db: Db;
  /** Holds contents of files, if one is configured. */
  readonly fileBucket: Bucket | undefined;
  readonly log: Log;
  readonly clock: () => Instant;
  readonly signal: AbortSignal;
};
