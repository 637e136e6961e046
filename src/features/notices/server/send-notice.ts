/** Sends a queued notice with current facts; leaves out what is no longer true. */
import { readMailChapter } from '#features/chapters/server/store.ts';
import { linkToUnsubscribe } from '#features/identity/server/shared/link-token.ts';
import type { IdentityServices } from '#features/identity/server/shared/services.ts';
import { listMailRecipients } from '#features/members/server/store.ts';
import type { Instant } from '#kit/day.ts';
import type { MailSwitch } from '#kit/mail.ts';
import type { QueuedJob } from '#server/jobs/jobs.ts';
import { type Delivery, reportFailure } from '#server/mail/deliver-mail.ts';
import { composeMail } from '#server/mail/mail-content.ts';
import type { Paragraph } from '#server/mail/mail-frame.ts';
import type { NoticeSource } from '#server/notice-source.ts';
import { switchWords } from '../switch-words.ts';
import { isQuiet } from '../timing.ts';
import type { NoticeMail } from './notice-mail.ts';
import { concerns, wants } from './queue-notices.ts';
import { forgetUnsent, keepDelivered } from './sent-store.ts';

type Work = Delivery & {
  readonly services: Pick<IdentityServices, 'db' | 'secret' | 'publicUrl'>;
  readonly clock: () => Instant;
  readonly noticeSources: readonly NoticeSource[];
};

/** `again` if the job should be retried later; after the last time, what it told is found again while it is true. */
export async function sendNotice(work: Work, job: QueuedJob): Promise<'done' | 'again'> {
  const end = await trySending(work, job);
  if (end === 'again' && job.isLastAttempt) {
    await forgetUnsent(work.services.db, job.data as NoticeMail);
  }
  return end;
}

async function trySending(work: Work, job: QueuedJob): Promise<'done' | 'again'> {
  const { notice, chapterId, memberId, keys } = job.data as NoticeMail;
  const { db, secret } = work.services;
  const publicUrl = work.services.publicUrl();
  const source = work.noticeSources.find(({ kind }) => kind === notice);
  const [recipient] = await listMailRecipients(db, chapterId, { ids: [memberId] });
  // The kind is of another version, or the member left, is disabled or wants no such emails any more.
  if (!source || !recipient || !wants(recipient, source)) return 'done';
  const { email } = recipient;
  const chapter = await readMailChapter(
    db,
    chapterId,
    email,
    source.switch === 'events' ? 'admin' : 'treasurer',
  );
  const now = work.clock();
  const { timeZone, showsAmounts } = chapter;
  // It waited for the mail server until the night.
  if (isQuiet(now, timeZone) && !source.isSentAtNight) return 'again';
  const found = await source.find(db, { chapterId, now, timeZone, memberId });
  const told = found.filter((each) => keys.includes(each.key) && concerns(each, recipient));
  const toldKeys = told.map(({ key }) => key);
  const withdrawn = keys.filter((key) => !toldKeys.includes(key));
  if (withdrawn.length > 0) await forgetUnsent(db, { chapterId, memberId, keys: withdrawn });
  if (told.length === 0) return 'done';
  const { role } = recipient;
  const context = { chapterId, now, timeZone, memberId, role, publicUrl, showsAmounts };
  const items = told.map(({ item }) => item);
  const text = await source.compose(db, items, context);
  if (!text) return 'done';
  const sender = { chapter, publicUrl, replyTo: chapter.contact };
  const mail = source.switch;
  // What concerns money is not turned off by a press beside a hundred other emails.
  const isOneClick = mail !== null && mail !== 'money';
  const link = isOneClick
    ? linkToUnsubscribe(publicUrl, { chapterId, memberId, mail }, secret, now)
    : undefined;
  const notes = [
    ...(text.note ? [text.note] : []),
    ...(mail ? describeSwitch(mail, link ?? `${publicUrl}/settings`) : []),
  ];
  const content = composeMail(text.subject, sender, text.paragraphs, notes);
  const unsubscribe = link ? { unsubscribe: link } : {};
  const sent = await work.mailer.send({ id: job.id, to: email, ...content, ...unsubscribe });
  if (!sent.ok) return reportFailure(work, job, sent.failure, sent.isFinal ? 'done' : 'again');
  await keepDelivered(db, { chapterId, memberId, keys: toldKeys }, now);
  return 'done';
}

function describeSwitch(mail: MailSwitch, link: string): Paragraph[] {
  return [
    `You get ${switchWords[mail]} because you are a member of the chapter.`,
    { action: mail === 'money' ? 'Turn them off in Settings' : 'Turn them off', link },
  ];
}
