/** Sends what is queued: looks up whether it still holds, writes the mail, and keeps what became of it. */
import { sql } from 'kysely';
import { type MailFailure, resetLifetime } from '#features/chapters/invitation.ts';
import {
  findInvitationToSend,
  keepDelivery,
} from '#features/chapters/server/invitations/invitation-mail-store.ts';
import { formatDateTime, type Instant } from '#kit/day.ts';
import type { Log } from '#server/config/log.ts';
import type { QueuedJob } from '#server/jobs/jobs.ts';
import type { Mail, Mailer } from '#server/mail/mail.ts';
import type { QueuedMail } from '#server/mail/mail-queue.ts';
import { claimReset } from './accounts/password-reset-store.ts';
import { changeWords, invitationWords, resetWords } from './mail-text.ts';
import { hashToken, invitationToken, resetToken } from './shared/link-token.ts';
import type { AuthServices } from './shared/services.ts';

type Work = {
  readonly services: AuthServices;
  readonly mailer: Mailer;
  readonly log: Log;
  readonly clock: () => Instant;
};

/** `again`: the job is to be tried again later. */
export async function sendQueued(work: Work, job: QueuedJob): Promise<'done' | 'again'> {
  const queued = job.data as QueuedMail;
  switch (queued.kind) {
    case 'invitation':
      return sendInvitation(work, job, queued);
    case 'reset':
      return sendReset(work, job, queued);
    case 'change':
      return sendChange(work, job, queued);
    default:
      return queued satisfies never;
  }
}

async function sendInvitation(
  work: Work,
  job: QueuedJob,
  { chapterId, id, linkNumber }: QueuedMail & { kind: 'invitation' },
): Promise<'done' | 'again'> {
  const { services, clock } = work;
  const key = { chapterId, id, linkNumber };
  // Revoked, accepted, given up, or of a link that another one has replaced.
  const found = await findInvitationToSend(services.db, key, clock());
  if (!found) return 'done';
  const token = invitationToken(key, services.secret);
  if (hashToken(token) !== found.tokenHash) {
    await keepDelivery(services.db, key, { mail: 'failed', failure: 'secret-changed' }, clock());
    return tell(work, job, 'secret-changed', 'done');
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
  return tell(work, job, failure, isOver ? 'done' : 'again');
}

/** Nobody hears whether the address has an account: not even by when the answer comes. */
async function sendReset(
  work: Work,
  job: QueuedJob,
  { email, requestedAt }: QueuedMail & { kind: 'reset' },
): Promise<'done' | 'again'> {
  const { services, clock } = work;
  const requested = Temporal.Instant.from(requestedAt);
  const token = resetToken(job.id, services.secret);
  const isDue = await claimReset(
    services.db,
    {
      id: job.id,
      email,
      hash: hashToken(token),
      requestedAt,
      expiresAt: requested.add(resetLifetime).toString(),
      isMailed: true,
    },
    clock(),
  );
  if (!isDue) return 'done';
  const words = resetWords({ publicUrl: services.publicUrl(), token });
  return deliver(work, job, { id: job.id, to: email, ...words });
}

async function sendChange(
  work: Work,
  job: QueuedJob,
  { accountId, change, at }: QueuedMail & { kind: 'change' },
): Promise<'done' | 'again'> {
  const { services } = work;
  const found = await sql<{ email: string; timeZone: string | null }>`
    select u.email, c.time_zone as "timeZone"
    from auth."user" u left join hub.chapter c on c.id::text = u."lastChapterId"
    where u.id = ${accountId}
  `.execute(services.db);
  const account = found.rows[0];
  if (!account) return 'done';
  const zone = account.timeZone ?? services.chapterDefaults.timeZone;
  const words = changeWords({
    publicUrl: services.publicUrl(),
    change,
    at: `${formatDateTime(at, zone)} (${zone})`,
  });
  return deliver(work, job, { id: job.id, to: account.email, ...words });
}

async function deliver(work: Work, job: QueuedJob, mail: Mail): Promise<'done' | 'again'> {
  const sent = await work.mailer.send(mail);
  if (sent.ok) return 'done';
  return tell(work, job, sent.failure, sent.isFinal ? 'done' : 'again');
}

/** Whose mail it was, and what in it, is nobody's who reads the log. */
function tell<End>({ log }: Work, job: QueuedJob, failure: MailFailure, end: End): End {
  const isOver = end === 'done' || job.isLastAttempt;
  const about = { job: job.id, kind: (job.data as QueuedMail).kind, failure };
  if (isOver) log.warn(about, 'A mail was not delivered');
  else log.info(about, 'A mail could not be sent yet');
  return end;
}
