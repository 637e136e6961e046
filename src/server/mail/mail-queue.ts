/**
 * Mails that are to be sent. A job is written in the transaction of what it tells about, so that
 * neither is there without the other, and names it: the mail itself is written when it is sent.
 */
import { sql } from 'kysely';
import type { AccountChange } from '#features/identity/server/mail-text.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';

export const mailQueue = 'send-mail';

export type QueuedMail =
  | { kind: 'invitation'; chapterId: Id; id: Id; linkNumber: number }
  /** Whether the address has an account is only asked when the job is done: asking takes time. */
  | { kind: 'reset'; email: string; requestedAt: Instant }
  | { kind: 'change'; accountId: string; change: AccountChange; at: Instant };

export async function queueMails(
  tx: Tx,
  mails: readonly QueuedMail[],
  newId: NewId,
): Promise<void> {
  if (mails.length === 0) return;
  const jobs = mails.map((data) => ({ id: newId(), data }));
  // As pg-boss would, whose own connection cannot see what is not committed.
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
  if (Number(queued.numAffectedRows) !== mails.length) throw new Error('mails were not queued');
}

/** Tells the owner of an account by mail how its ways in have changed, where the hub sends mail. */
export async function tellOfChange(
  tx: Tx,
  services: { readonly mailer: unknown },
  change: { accountId: string; change: AccountChange },
  by: { now: Instant; newId: NewId },
): Promise<void> {
  if (services.mailer === undefined) return;
  await queueMails(tx, [{ kind: 'change', ...change, at: by.now }], by.newId);
}
