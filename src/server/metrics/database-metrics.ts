/**
 * Metrics that the database knows, asked when they are scraped. All servers of a database tell the
 * same, but for queues that they do not work on.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Instant } from '#kit/day.ts';
import { summarizeFigures } from '../checks/reconciliation.ts';
import type { Db } from '../database/db.ts';

/** A scrape gives up after 10 s by default; what does not need the database must still be told. */
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
export function addDatabaseMetrics(
  registry: Registry,
  sources: DatabaseSources,
): () => Promise<void> {
  const registers = [registry];
  const up = new Gauge({
    name: 'hub_database_up',
    help: '1 if the database answered within 3 s',
    registers,
  });
  const differences = new Gauge({
    name: 'hub_differences',
    help: 'Figures that differ from what they are made of, as last checked; unexplained ones suspend money operations',
    labelNames: ['state'],
    registers,
  });
  const queued = new Gauge({
    name: 'hub_queue_jobs',
    help: 'Jobs that wait in a queue, are being done, or have failed for good',
    labelNames: ['queue', 'state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'hub_queue_oldest_seconds',
    help: 'How long the oldest job of a queue has been due; one that failed before, how long it has existed',
    labelNames: ['queue'],
    registers,
  });
  const backup = new Gauge({
    name: 'hub_backup',
    help: '1 for the state of backups: off, pending, fine, late (older than 26 h), failed or unproven',
    labelNames: ['state'],
    registers,
  });
  const backedUpAt = new Gauge({
    name: 'hub_backup_timestamp_seconds',
    help: 'When the newest whole backup was begun, and when a rehearsal last proved one; absent without',
    labelNames: ['kind'],
    registers,
  });
  return async () => {
    for (const gauge of [differences, queued, oldest, backup, backedUpAt]) gauge.reset();
    const answer = await ask(sources);
    up.set(answer === undefined ? 0 : 1);
    if (answer === undefined) return;
    differences.set({ state: 'unexplained' }, answer.figures.unexplained);
    differences.set({ state: 'explained' }, answer.figures.explained);
    const { state: now, at, verifiedAt } = answer.backups;
    for (const state of sources.backupStates) backup.set({ state }, state === now ? 1 : 0);
    for (const [kind, instant] of Object.entries({ newest: at, proved: verifiedAt })) {
      if (instant !== null) backedUpAt.set({ kind }, toSeconds(instant));
    }
    for (const { queue, waiting, active, failed, oldestSeconds } of answer.queues) {
      if (sources.foreignQueues?.includes(queue)) continue;
      queued.set({ queue, state: 'waiting' }, waiting);
      queued.set({ queue, state: 'active' }, active);
      queued.set({ queue, state: 'failed' }, failed);
      oldest.set({ queue }, oldestSeconds);
    }
  };
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
