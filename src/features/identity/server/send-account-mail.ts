/** Sends a queued mail about an account, if it still applies. */

import { sql } from 'kysely';
import { formatDateTime, type Instant, toInstant } from '#kit/day.ts';
import { toId } from '#kit/id.ts';
import type { QueuedJob } from '#server/jobs/jobs.ts';
import { type Delivery, deliverMail } from '#server/mail/deliver-mail.ts';
import { type AccountMail, composeChangeMail, composeResetMail } from './account-mail.ts';
import { claimReset, resetLifetime } from './accounts/password-reset-store.ts';
import { createResetToken, hashToken } from './shared/link-token.ts';
import type { IdentityServices } from './shared/services.ts';

type Work = Delivery & {
  readonly services: Pick<IdentityServices, 'db' | 'secret' | 'publicUrl'>;
  readonly clock: () => Instant;
  /** For accounts without a chapter. */
  readonly timeZone: string;
};

/** `again` if the job should be retried later. */
export async function sendAccountMail(work: Work, job: QueuedJob): Promise<'done' | 'again'> {
  const queued = job.data as AccountMail;
  return queued.kind === 'reset' ? sendReset(work, job, queued) : sendChange(work, job, queued);
}

/** Runs in the background so that timing does not reveal whether the address has an account. */
async function sendReset(
  work: Work,
  job: QueuedJob,
  { email, requestedAt }: AccountMail & { kind: 'reset' },
): Promise<'done' | 'again'> {
  const { services, clock } = work;
  const requested = Temporal.Instant.from(requestedAt);
  const token = createResetToken(toId(job.id), services.secret);
  const isDue = await claimReset(
    services.db,
    {
      id: toId(job.id),
      email,
      hash: hashToken(token),
      requestedAt,
      expiresAt: toInstant(requested.add(resetLifetime)),
      isMailed: true,
    },
    clock(),
  );
  if (!isDue) return 'done';
  const content = composeResetMail({ publicUrl: services.publicUrl(), token });
  return deliverMail(work, job, { id: job.id, to: email, ...content });
}

async function sendChange(
  work: Work,
  job: QueuedJob,
  { accountId, change, at }: AccountMail & { kind: 'change' },
): Promise<'done' | 'again'> {
  const { services } = work;
  const found = await sql<{ email: string; timeZone: string | null }>`
    select a.email, c.time_zone as "timeZone"
    from auth.account a left join hub.chapter c on c.id::text = a.last_chapter_id
    where a.id = ${accountId}
  `.execute(services.db);
  const account = found.rows[0];
  if (!account) return 'done';
  const zone = account.timeZone ?? work.timeZone;
  const content = composeChangeMail({
    publicUrl: services.publicUrl(),
    change,
    at: `${formatDateTime(at, zone)} (${zone})`,
  });
  return deliverMail(work, job, { id: job.id, to: account.email, ...content });
}
