/** Sends a queued mail, or reports why it is retried or abandoned. */
import type { MailFailure } from '#kit/mail.ts';
import type { Log } from '../config/log.ts';
import type { QueuedJob } from '../jobs/jobs.ts';
import { mailTried } from '../metrics/observations.ts';
import type { Mail, Mailer } from './mail.ts';

export type Delivery = {
  readonly mailer: Mailer;
  readonly log: Log;
  /** Whether to warn of another mail that is tried again: all are while the mail server is down. */
  readonly mayWarn: () => boolean;
};

export async function deliverMail(
  work: Delivery,
  job: QueuedJob,
  mail: Mail,
): Promise<'done' | 'again'> {
  const sent = await work.mailer.send(mail);
  if (sent.ok) return 'done';
  return reportFailure(work, job, sent.failure, sent.isFinal ? 'done' : 'again');
}

/** Logs neither recipient nor content. */
export function reportFailure<End>(
  { log, mayWarn }: Delivery,
  job: QueuedJob,
  failure: MailFailure,
  end: End,
): End {
  const isFinal = end === 'done' || job.isLastAttempt;
  mailTried.publish({ result: isFinal ? 'failed' : 'again' });
  const about = { job: job.id, kind: (job.data as { kind: string }).kind, failure };
  if (isFinal) log.warn(about, 'An email was not delivered');
  else log[mayWarn() ? 'warn' : 'info'](about, 'An email could not be sent yet');
  return end;
}
