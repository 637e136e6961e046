/** Sends a queued mail about an account, if it still applies. */

import { type RawBuilder, sql } from 'kysely';
import { formatDateTimeInZone, type Instant, toInstant } from '#kit/day.ts';
import { type Id, toId } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import type { QueuedJob } from '#server/jobs/jobs.ts';
import { type Delivery, deliverMail } from '#server/mail/deliver-mail.ts';
import type { MailChapter } from '#server/mail/mail-frame.ts';
import { type AccountMail, composeChangeMail, composeResetMail } from './account-mail.ts';
import { claimReset, resetLifetime } from './accounts/password-reset-store.ts';
import { createResetToken, hashToken } from './shared/link-token.ts';
import type { IdentityServices } from './shared/services.ts';

type Work = Delivery & {
  readonly services: Pick<IdentityServices, 'db' | 'secret' | 'publicUrl'>;
  readonly clock: () => Instant;
  /** For accounts without a chapter. */
  readonly timeZone: string;
  readonly readChapter: (
    db: Db,
    chapterId: Id<'chapter'>,
    recipient: string,
  ) => Promise<MailChapter & { readonly contact: string | null }>;
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
  const account = await findRecipient(services.db, sql`a.email = ${email}`);
  const chapter = await findChapter(work, account);
  const content = composeResetMail({ publicUrl: services.publicUrl(), token, chapter });
  return deliverMail(work, job, { id: job.id, to: email, ...content });
}

async function sendChange(
  work: Work,
  job: QueuedJob,
  { accountId, change, at }: AccountMail & { kind: 'change' },
): Promise<'done' | 'again'> {
  const { services } = work;
  const account = await findRecipient(services.db, sql`a.id = ${accountId}`);
  if (!account) return 'done';
  const chapter = await findChapter(work, account);
  const content = composeChangeMail({
    publicUrl: services.publicUrl(),
    change,
    at: formatDateTimeInZone(at, account.timeZone ?? work.timeZone),
    chapter,
    replyTo: chapter?.contact ?? null,
  });
  return deliverMail(work, job, { id: job.id, to: account.email, ...content });
}

type Recipient = { email: string; chapterId: Id<'chapter'> | null; timeZone: string | null };

async function findChapter({ services, readChapter }: Work, account: Recipient | undefined) {
  return account?.chapterId ? readChapter(services.db, account.chapterId, account.email) : null;
}

/** With the chapter that they used last, if they are still a member. */
async function findRecipient(db: Db, which: RawBuilder<unknown>): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select a.email, c.id as "chapterId", c.time_zone as "timeZone"
    from auth.account a
    left join hub.account_chapter ac
      on ac.account_id = a.id and ac.chapter_id::text = a.last_chapter_id
    left join hub.member m
      on m.chapter_id = ac.chapter_id and m.id = ac.member_id and m.status = 'active'
    left join hub.chapter c on c.id = m.chapter_id
    where ${which}
  `.execute(db);
  return rows[0];
}
