/**
 * Metrics that the database knows, asked when they are scraped. All servers of a database report the
 * same, but for queues that they do not work on.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchObservableResult, Meter } from '@opentelemetry/api';
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import { summarizeFigures } from '../checks/reconciliation.ts';
import type { Db } from '../database/db.ts';

/** A scrape gives up after 10 s by default; what does not need the database must still be reported. */
const maxMilliseconds = 3_000;

export type DatabaseSources = {
  readonly db: Db;
  /** Queues that this server does not work on: what waits there waits for another, or in vain. */
  readonly foreignQueues?: readonly string[];
  readonly backupStates: readonly string[];
  readonly backups: () => Promise<{
    readonly state: string;
    readonly at: Instant | null;
    readonly verifiedAt: Instant | null;
  }>;
};

/** Without the database its figures are left out, and `hub_database_up` is 0. */
export function showDatabase(meter: Meter, sources: DatabaseSources): void {
  const gauge = (name: string, description: string) =>
    meter.createObservableGauge(name, { description });
  const up = gauge('hub_database_up', '1 if the database answered within 3 s');
  const differences = gauge(
    'hub_differences',
    'Figures that differ from what they are made of, as last checked; unexplained ones suspend money operations',
  );
  const queued = gauge(
    'hub_queue_jobs',
    'Jobs that wait in a queue, are being done, or have failed for good',
  );
  const oldest = gauge(
    'hub_queue_oldest_seconds',
    'How long the oldest job of a queue has been due; one that failed before, how long it has existed',
  );
  const backup = gauge(
    'hub_backup',
    '1 for the state of backups: off, pending, fine, late (older than 26 h), failed or unproven',
  );
  const backedUpAt = gauge(
    'hub_backup_timestamp_seconds',
    'When the newest whole backup was begun, and when a rehearsal last proved one; absent without',
  );
  const observe = async (result: BatchObservableResult) => {
    const answer = await ask(sources);
    result.observe(up, answer === undefined ? 0 : 1);
    if (answer === undefined) return;
    result.observe(differences, answer.figures.unexplained, { state: 'unexplained' });
    result.observe(differences, answer.figures.explained, { state: 'explained' });
    const { state: now, at, verifiedAt } = answer.backups;
    for (const state of sources.backupStates) {
      result.observe(backup, state === now ? 1 : 0, { state });
    }
    for (const [kind, instant] of Object.entries({ newest: at, proved: verifiedAt })) {
      if (instant !== null) result.observe(backedUpAt, toSeconds(instant), { kind });
    }
    for (const { queue, waiting, active, failed, oldestSeconds } of answer.queues) {
      if (sources.foreignQueues?.includes(queue)) continue;
      result.observe(queued, waiting, { queue, state: 'waiting' });
      result.observe(queued, active, { queue, state: 'active' });
      result.observe(queued, failed, { queue, state: 'failed' });
      result.observe(oldest, oldestSeconds, { queue });
    }
  };
  const gauges = [up, differences, queued, oldest, backup, backedUpAt];
  meter.addBatchObservableCallback(observe, gauges);
}

function toSeconds(instant: Instant): number {
  return Temporal.Instant.from(instant).epochMilliseconds / 1_000;
}

/** Undefined if it does not answer; why is in the log of the requests that it fails. */
async function ask({ db, backups }: DatabaseSources) {
  const asked = Promise.all([summarizeFigures(db), readQueues(db), backups()]).then(
    ([figures, queues, backups]) => ({ figures, queues, backups }),
    () => undefined,
  );
  return Promise.race([asked, sleep(maxMilliseconds, undefined, { ref: false })]);
}

type QueueState = {
  readonly queue: string;
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
  readonly oldestSeconds: number;
};

/**
 * Reads only jobs that are not done, which an index finds: those that are stay for days. Each failed attempt
 * makes a job due later.
 */
async function readQueues(db: Db): Promise<readonly QueueState[]> {
  const { rows } = await sql<QueueState>`
    select q.name as queue, job.waiting, job.active, q.failed_count as failed,
      job.oldest as "oldestSeconds"
    from jobs.queue q
    cross join lateral (
      select count(*) filter (where state < 'active')::int as waiting,
        count(*) filter (where state = 'active')::int as active,
        greatest(0, coalesce(extract(epoch from now()
          - min(case state when 'retry' then created_on else start_after end)
          filter (where state < 'active')), 0))::float8 as oldest
      from jobs.job
      where name = q.name and state <= 'active'
    ) job
    where not starts_with(q.name, '__')
    order by q.name`.execute(db);
  return rows;
}
