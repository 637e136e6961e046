/** Sends the queued mail of an invitation and stores its delivery. */
import { createInvitationToken, hashToken } from '#features/identity/server/shared/link-token.ts';
import type { IdentityServices } from '#features/identity/server/shared/services.ts';
import { formatDateTimeInZone, type Instant } from '#kit/day.ts';
import type { QueuedJob } from '#server/jobs/jobs.ts';
import { type Delivery, reportFailure } from '#server/mail/deliver-mail.ts';
import { readMailChapter } from '../store.ts';
import { composeInvitationMail, type InvitationMail } from './invitation-mail.ts';
import { findInvitationToSend, saveDelivery } from './invitation-mail-store.ts';

type Work = Delivery & {
  readonly services: Pick<IdentityServices, 'db' | 'secret' | 'publicUrl'>;
  readonly clock: () => Instant;
};

/** `again` if the job should be retried later. */
export async function sendInvitationMail(work: Work, job: QueuedJob): Promise<'done' | 'again'> {
  const { chapterId, id, linkNumber } = job.data as InvitationMail;
  const { services, clock } = work;
  const key = { chapterId, id, linkNumber };
  // Undefined if revoked, accepted, abandoned or replaced.
  const found = await findInvitationToSend(services.db, key, clock());
  if (!found) return 'done';
  const token = createInvitationToken(key, services.secret);
  if (hashToken(token) !== found.tokenHash) {
    await saveDelivery(services.db, key, { mail: 'failed', failure: 'secret-changed' }, clock());
    return reportFailure(work, job, 'secret-changed', 'done');
  }
  const content = composeInvitationMail({
    publicUrl: services.publicUrl(),
    token,
    chapter: await readMailChapter(services.db, chapterId, found.email),
    inviterName: found.inviterName,
    replyTo: found.inviterEmail,
    expires: formatDateTimeInZone(found.expiresAt, found.timeZone),
  });
  const sent = await work.mailer.send({ id: job.id, to: found.email, ...content });
  if (sent.ok) {
    await saveDelivery(services.db, key, { mail: 'sent', failure: null }, clock());
    return 'done';
  }
  const { failure } = sent;
  const isFinal = sent.isFinal || job.isLastAttempt;
  await saveDelivery(services.db, key, { mail: isFinal ? 'failed' : 'queued', failure }, clock());
  return reportFailure(work, job, failure, isFinal ? 'done' : 'again');
}
