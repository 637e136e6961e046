/**
 * Queues mails. A job is inserted in the transaction of its cause, so that neither exists without
 * the other, and only refers to it: the mail itself is composed when it is sent.
 */
import { sql } from 'kysely';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';

export const mailQueue = 'send-mail';

/** What a mail is about; its feature composes it when it is sent. */
export type QueuedMail = { readonly kind: string };

export async function queueMails(
  tx: Tx,
  mails: readonly QueuedMail[],
  newId: NewId,
): Promise<void> {
  if (mails.length === 0) return;
  const jobs = mails.map((data) => ({ id: newId(), data }));
  // Like pg-boss, whose own connection cannot be part of this transaction.
  const queued = await sql`
    insert into jobs.job (id, name, data, policy, retry_limit, retry_delay, retry_backoff,
      retry_delay_max, expire_seconds, deletion_seconds, keep_until)
    select job.id, q.name, job.data, q.policy, q.retry_limit, q.retry_delay, q.retry_backoff,
      q.retry_delay_max, q.expire_seconds, q.deletion_seconds,
      now() + make_interval(secs => q.retention_seconds)
    from jobs.queue q
    cross join json_to_recordset(${JSON.stringify(jobs)}) as job (id uuid, data jsonb)
    where q.name = ${mailQueue}
  `.execute(tx);
  if (Number(queued.numAffectedRows) !== mails.length) throw new Error('emails were not queued');
}
