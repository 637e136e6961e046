/**
 * Background work, scheduled or queued, done by any free server on the database. pg-boss stores it
 * in the schema `jobs`, which migrations create: the server's role may not change schemas.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { type Instant, toInstant } from '#kit/day.ts';
import type { StorageWatch } from '../checks/storage.ts';
import { createQuiet, type Log } from '../config/log.ts';
import { toFailure } from '../http/errors.ts';
import { jobEnded, jobPlanned } from '../metrics/observations.ts';

export type Job = {
  /** Also the queue's name. */
  readonly name: string;
  /** Minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  /** Someone may wait for it after it was queued by hand. */
  readonly isAwaited?: true;
  /** Every few minutes: that it was done is no news, and not kept for long. */
  readonly isFrequent?: true;
  /** Asked once when a server starts: whether it should run now, too. */
  isDue?(): Promise<boolean>;
  run(due?: Due): Promise<void>;
};

/**
 * Of a job that failed before, or that no one asked for: what was done since it was queued is enough. After an
 * outage there may be two of those.
 */
export type Due = {
  /** Before its first attempt. */
  readonly queuedAt: Instant;
};

/** A job queued in the transaction of the change it belongs to. */
export type QueuedJob = {
  readonly id: string;
  readonly data: unknown;
  /** Not retried after this. */
  readonly isLastAttempt: boolean;
};

/** Queued work. A migration creates the queue and its retry settings. */
export type Queue = {
  readonly name: string;
  /** `again` retries later, with increasing delay. Throwing is a bug and also retried. */
  run(job: QueuedJob): Promise<'done' | 'again'>;
};

export type JobsOptions = {
  readonly appUrl: string;
  readonly log: Log;
  /** Stops the work; running jobs have their own signal. */
  readonly signal: AbortSignal;
  /** The time zone of `cron`. */
  readonly timeZone: string;
  readonly jobs: readonly Job[];
  readonly queues?: readonly Queue[];
  readonly storage?: StorageWatch;
  readonly pollSeconds?: number;
};

const retrySeconds = 30;
const stopMilliseconds = 5_000;
const pollSeconds = 30;
/** Short, because someone may be waiting for their mail. */
const queuePollSeconds = 2;
const queuedAtOnce = 5;
const soonSeconds = 300;
/**
 * A large backup takes longer than the 15 minutes after which pg-boss would take the job for lost and do it
 * again beside itself. A server that died is noticed by its heartbeat.
 */
const queueSettings = {
  retryLimit: 3,
  retryDelay: 60,
  expireInSeconds: 12 * 3_600,
  heartbeatSeconds: 180,
  // What no server takes, as a backup where BACKUP_DIR is not set any more, is gone before the next night.
  retentionSeconds: 20 * 3_600,
};
/** The next one does what this one could not. */
const frequentSettings = { retryLimit: 0, retentionSeconds: 600, deleteAfterSeconds: 3_600 };
/** An earlier version kept what no server took for two weeks. */
const maxUntakenHours = 24;
const byItself = { isByItself: true };

/** Runs jobs until the signal; resolves when everything has ended. */
export async function runJobs(options: JobsOptions): Promise<void> {
  const { signal, log } = options;
  const boss = createBoss(options);
  for (const { name } of options.jobs) jobPlanned.publish({ job: name });
  try {
    while (!signal.aborted && !(await isStarted(boss, options))) {
      await sleep(retrySeconds * 1_000, undefined, { signal }).catch(() => {});
    }
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  } finally {
    await boss.stop({ timeout: stopMilliseconds }).catch((error: unknown) => {
      log.warn({ err: error }, 'The job queue did not stop cleanly');
    });
  }
}

function createBoss({ appUrl, log, storage, signal }: JobsOptions): PgBoss {
  const boss = new PgBoss(bossOptions(appUrl));
  // An outage fails every statement.
  const mayWarn = createQuiet();
  boss.on('error', (error) => {
    // What outlasts the stop, such as a backup, finds the queue closed. The next server takes its job again.
    if (signal.aborted) return;
    if (storage?.note(toError(error)) !== undefined) return;
    if (!isOutage(error)) return log.error({ err: error }, 'A job could not be processed');
    if (mayWarn()) log.warn('Jobs are waiting: the database is not responding');
  });
  boss.on('warning', ({ message }) => log.warn(`Jobs: ${message}`));
  return boss;
}

/** Options of pg-boss for the rights of the server's role. */
export function bossOptions(connectionString: string) {
  return {
    connectionString,
    application_name: 'chapter-hub jobs',
    schema: 'jobs',
    max: 2,
    // A connection that is lost without a word must not stop the work, or the server's end.
    keepAlive: true,
    query_timeout: 30_000,
    statement_timeout: 30_000,
    // These would require the rights of the tables' owner.
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    // How soon a server that died while sending a mail is detected.
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 60,
    cronMonitorIntervalSeconds: 30,
    clockMonitorIntervalSeconds: 600,
  };
}

async function isStarted(boss: PgBoss, options: JobsOptions): Promise<boolean> {
  const { jobs, timeZone, log } = options;
  try {
    await boss.start();
    for (const job of jobs) {
      // One at a time across all servers.
      const settings = { ...queueSettings, ...(job.isFrequent && frequentSettings) };
      await boss.createQueue(job.name, { policy: 'singleton', ...settings });
      // Also of one that an earlier version made.
      await boss.updateQueue(job.name, settings);
      await boss.schedule(job.name, job.cron, byItself, { tz: timeZone, missed: 'once' });
      await boss.work(
        job.name,
        {
          pollingIntervalSeconds:
            options.pollSeconds ?? (job.isAwaited ? queuePollSeconds : pollSeconds),
          includeMetadata: true,
        },
        async ([taken]) => {
          if (taken && !isOfEarlierNight(taken)) await work(job, toDue(taken), options);
        },
      );
      // Servers that start together ask for it once.
      if (await job.isDue?.())
        await boss.send(job.name, byItself, { singletonSeconds: soonSeconds });
    }
    for (const queue of options.queues ?? []) await workOnQueue(boss, queue, options);
    return true;
  } catch (error) {
    options.storage?.note(error);
    log.warn({ err: error }, `Jobs could not be started; retrying in ${retrySeconds} s`);
    await boss.stop({ graceful: false }).catch(() => {});
    return false;
  }
}

async function workOnQueue(boss: PgBoss, queue: Queue, options: JobsOptions): Promise<void> {
  await boss.work(
    queue.name,
    {
      pollingIntervalSeconds: Math.min(options.pollSeconds ?? queuePollSeconds, queuePollSeconds),
      batchSize: queuedAtOnce,
      burstWhenBatchFull: true,
      includeMetadata: true,
      perJobResults: true,
    },
    (jobs) =>
      Promise.all(
        jobs.map(async ({ id, data, retryCount, retryLimit }) => {
          const isDone = await workOnQueued(
            queue,
            { id, data, isLastAttempt: retryCount >= retryLimit },
            options,
          );
          return { id, status: isDone ? ('completed' as const) : ('failed' as const) };
        }),
      ),
  );
}

async function workOnQueued(
  queue: Queue,
  job: QueuedJob,
  { log, storage }: JobsOptions,
): Promise<boolean> {
  try {
    return (await queue.run(job)) === 'done';
  } catch (error) {
    storage?.note(error);
    // Without the job's data, which may contain an address.
    const { refusal, isBug } = toFailure(error);
    const stack = isBug && error instanceof Error ? error.stack?.replace(error.message, '…') : '';
    const about = { job: job.id, queue: queue.name, code: refusal.code };
    log.warn(stack ? { ...about, stack } : about, 'A job failed');
    return false;
  }
}

type Taken = Pick<JobWithMetadata<unknown>, 'data' | 'retryCount' | 'createdOn'>;

function queuedAt({ createdOn }: Taken): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(createdOn.getTime());
}

function isOfEarlierNight(taken: Taken): boolean {
  const untaken = queuedAt(taken).until(Temporal.Now.instant());
  return taken.retryCount === 0 && untaken.total('hours') > maxUntakenHours;
}

function toDue(taken: Taken): Due | undefined {
  const isAskedFor = !(taken.data as Partial<typeof byItself> | null)?.isByItself;
  if (taken.retryCount === 0 && isAskedFor) return undefined;
  return { queuedAt: toInstant(queuedAt(taken)) };
}

async function work(
  job: Job,
  due: Due | undefined,
  { log, signal, storage }: JobsOptions,
): Promise<void> {
  const begun = performance.now();
  const report = (isDone: boolean) =>
    jobEnded.publish({ job: job.name, isDone, seconds: (performance.now() - begun) / 1_000 });
  try {
    await job.run(due);
  } catch (error) {
    storage?.note(error);
    if (!signal.aborted) report(false);
    // Logged here; pg-boss retries it, and stores what is thrown. A cause may quote what a member wrote.
    if (signal.aborted)
      log.info({ job: job.name }, 'A job was interrupted by the server shutting down');
    else log.error({ err: error, job: job.name }, 'A job failed');
    throw new Error(`${job.name} failed`);
  }
  report(true);
  const level = job.isFrequent ? 'debug' : 'info';
  log[level]({ job: job.name, ms: Math.round(performance.now() - begun) }, 'A job is finished');
}

/** pg-boss reports errors of workers as plain objects. */
function isOutage(error: object): boolean {
  return toFailure(toError(error)).refusal.code === 'database_unavailable';
}

function toError(error: object): Error {
  return error instanceof Error ? error : Object.assign(new Error(), error);
}
