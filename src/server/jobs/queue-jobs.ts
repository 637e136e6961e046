/**
 * Queues jobs in the transaction of their cause, so that neither exists without the other. Like pg-boss,
 * whose own connection cannot be part of that transaction.
 */
import { sql } from 'kysely';
import type { Db, Tx } from '../database/db.ts';

export type NewJob = {
  readonly id: string;
  readonly data: unknown;
  /** By which it is withdrawn. */
  readonly key?: string;
  /** How long it waits at least; by default, not at all. */
  readonly delaySeconds?: number;
};

/** How many were queued: none if the queue does not exist. */
export async function queueJobs(tx: Tx, queue: string, jobs: readonly NewJob[]): Promise<number> {
  const queued = await sql`
    insert into jobs.job (id, name, data, policy, retry_limit, retry_delay, retry_backoff,
      retry_delay_max, expire_seconds, heartbeat_seconds, deletion_seconds, keep_until,
      singleton_key, start_after)
    select job.id, q.name, job.data, q.policy, q.retry_limit, q.retry_delay, q.retry_backoff,
      q.retry_delay_max, q.expire_seconds, q.heartbeat_seconds, q.deletion_seconds,
      now() + make_interval(secs => q.retention_seconds), job.key,
      now() + make_interval(secs => coalesce(job."delaySeconds", 0))
    from jobs.queue q
    cross join json_to_recordset(${JSON.stringify(jobs)}) as job (id uuid, data jsonb, key text, "delaySeconds" integer)
    where q.name = ${queue}
  `.execute(tx);
  return Number(queued.numAffectedRows);
}

/** Deletes jobs that wait, also for another attempt, and returns their data. One that runs stays. */
export async function withdrawJobs(
  tx: Tx,
  queue: string,
  keys: readonly string[],
): Promise<unknown[]> {
  const { rows } = await sql<{ data: unknown }>`
    with waiting as (
      select id from jobs.job
      where name = ${queue} and state in ('created', 'retry') and singleton_key = any(${keys}::text[])
      order by id
      for update
    )
    delete from jobs.job j using waiting w where j.name = ${queue} and j.id = w.id returning j.data
  `.execute(tx);
  return rows.map(({ data }) => data);
}

/** Whether a job of the queue waits or runs, of those that were queued within so many hours. */
export async function isJobUnderWay(
  db: Db | Tx,
  queue: string,
  // None waits for longer.
  { maxHours = 14 * 24 }: { readonly maxHours?: number } = {},
): Promise<boolean> {
  const { rows } = await sql<{ it: boolean }>`
    select exists (
      select from jobs.job where name = ${queue} and state in ('created', 'retry', 'active')
        and created_on > now() - make_interval(hours => ${maxHours})
    ) as it
  `.execute(db);
  return rows[0]?.it === true;
}
