/**
 * Queues mails. A job is inserted in the transaction of its cause, so that neither exists without
 * the other, and only refers to it: the mail itself is composed when it is sent.
 */
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { queueJobs } from '../jobs/queue-jobs.ts';

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
  const queued = await queueJobs(tx, mailQueue, jobs);
  if (queued !== mails.length) throw new Error('emails were not queued');
}
