/**
 * Queues mails. A job is inserted in the transaction of its cause, so that neither exists without
 * the other, and only refers to it: the mail itself is composed when it is sent.
 */
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { type NewJob, queueJobs, withdrawJobs } from '../jobs/queue-jobs.ts';

export const mailQueue = 'send-mail';

/** What a mail is about; its feature composes it when it is sent. */
export type QueuedMail = { readonly kind: string };

export async function queueMails(
  tx: Tx,
  mails: readonly QueuedMail[],
  newId: NewId,
): Promise<void> {
  await queueDelayedMails(
    tx,
    mails.map((data) => ({ data })),
    newId,
  );
}

/** `key`: by which a mail that waits is withdrawn. */
export type DelayedMail = Pick<NewJob, 'key' | 'delaySeconds'> & { readonly data: QueuedMail };

export async function queueDelayedMails(
  tx: Tx,
  mails: readonly DelayedMail[],
  newId: NewId,
): Promise<void> {
  if (mails.length === 0) return;
  const jobs = mails.map((mail) => ({ id: newId(), ...mail }));
  const queued = await queueJobs(tx, mailQueue, jobs);
  if (queued !== mails.length) throw new Error('emails were not queued');
}

/** What waited to be sent by these keys and now is not. */
export async function withdrawMails(tx: Tx, keys: readonly string[]): Promise<unknown[]> {
  return withdrawJobs(tx, mailQueue, keys);
}
