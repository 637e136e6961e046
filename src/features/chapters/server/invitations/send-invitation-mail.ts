/** Sends the queued mail of an invitation, and keeps what became of it. */
import { createInvitationToken, hashToken } from '#features/identity/server/shared/link-token.ts';
import type { IdentityServices } from '#features/identity/server/shared/services.ts';
import { formatDateTime, type Instant } from '#kit/day.ts';
import type { QueuedJob } from '#server/jobs/jobs.ts';
import { type Delivery, tellFailure } from '#server/mail/deliver-mail.ts';
import { type InvitationMail, invitationWords } from './invitation-mail.ts';
import { findInvitationToSend, keepDelivery } from './invitation-mail-store.ts';

type Work = Delivery & {
  readonly services: Pick<IdentityServices, 'db' | 'secret' | 'publicUrl'>;
  readonly clock: () => Instant;
};

/** `again`: the job is to be tried again later. */
export async function sendInvitationMail(work: Work, job: QueuedJob): Promise<'done' | 'again'> {
  const { chapterId, id, linkNumber } = job.data as InvitationMail;
  const { services, clock } = work;
  const key = { chapterId, id, linkNumber };
  // Revoked, accepted, given up, or of a link that another one has replaced.
  const found = await findInvitationToSend(services.db, key, clock());
  if (!found) return 'done';
  const token = createInvitationToken(key, services.secret);
  if (hashToken(token) !== found.tokenHash) {
    await keepDelivery(services.db, key, { mail: 'failed', failure: 'secret-changed' }, clock());
    return tellFailure(work, job, 'secret-changed', 'done');
  }
  const words = invitationWords({
    publicUrl: services.publicUrl(),
    token,
    chapterName: found.chapterName,
    inviterName: found.inviterName,
    expires: formatDateTime(found.expiresAt, found.timeZone),
  });
  const sent = await work.mailer.send({ id: job.id, to: found.email, ...words });
  if (sent.ok) {
    await keepDelivery(services.db, key, { mail: 'sent', failure: null }, clock());
    return 'done';
  }
  const { failure } = sent;
  const isOver = sent.isFinal || job.isLastAttempt;
  await keepDelivery(services.db, key, { mail: isOver ? 'failed' : 'queued', failure }, clock());
  return tellFailure(work, job, failure, isOver ? 'done' : 'again');
}
