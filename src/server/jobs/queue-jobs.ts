/**
 * Queues jobs in the transaction of their cause, so that neither exists without the other. Like pg-boss,
 * whose own connection cannot be part of that transaction.
 */
import { sql } from 'kysely';
import type { Db, Tx } from '../database/db.ts';

/** How many were queued: none if the queue does not exist. */
export async function queueJobs(
  tx: Tx,
  queue: string,
  jobs: readonly { readonly id: string; readonly data: unknown }[],
): Promise<number> {
  const queued = await sql`
    insert into jobs.job (id, name, data, policy, retry_limit, retry_delay, retry_backoff,
      retry_delay_max, expire_seconds, heartbeat_seconds, deletion_seconds, keep_until)
    select job.id, q.name, job.data, q.policy, q.retry_limit, q.retry_delay, q.retry_backoff,
      q.retry_delay_max, q.expire_seconds, q.heartbeat_seconds, q.deletion_seconds,
      now() + make_interval(secs => q.retention_seconds)
    from jobs.queue q
    cross join json_to_recordset(${JSON.stringify(jobs)}) as job (id uuid, data jsonb)
    where q.name = ${queue}
  `.execute(tx);
  return Number(queued.numAffectedRows);
}

/** Whether a job of the queue waits or runs. */
export async function isJobUnderWay(db: Db | Tx, queue: string): Promise<boolean> {
  const { rows } = await sql<{ it: boolean }>`
    select exists (
      select from jobs.job where name = ${queue} and state in ('created', 'retry', 'active')
    ) as it
  `.execute(db);
  return rows[0]?.it === true;
}
