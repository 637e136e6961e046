/**
 * Asks every feature what is worth an email now, and queues one for each member it concerns. The job names what it
 * tells and is compared with what is true when it is sent.
 */
import { type ChapterOfJob, listChapters } from '#features/chapters/server/store.ts';
import { listMailRecipients, type MailRecipient } from '#features/members/server/store.ts';
import { type Instant, instantToDay, startOfDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { roleSuffices } from '#kit/role.ts';
import type { Db } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { queueMails } from '#server/mail/mail-queue.ts';
import { type Candidate, hoursBefore, type NoticeSource } from '#server/notice-source.ts';
import { isHeldLongEnough, isQuiet } from '../timing.ts';
import type { NoticeMail } from './notice-mail.ts';
import { keepSent, listNotifiedSince, listUnsent } from './sent-store.ts';

type Work = { readonly db: Db; readonly newId: NewId; readonly signal: AbortSignal };

/** A chapter that fails does not keep the others from their emails; the next minute tries again. */
export async function queueNotices(
  work: Work,
  sources: readonly NoticeSource[],
  now: Instant,
): Promise<void> {
  const failures: unknown[] = [];
  for (const chapter of await listChapters(work.db)) {
    work.signal.throwIfAborted();
    const isNight = isQuiet(now, chapter.timeZone);
    for (const source of sources) {
      if (isNight && !source.isSentAtNight) continue;
      await queueOfSource(work, source, chapter, now).catch((error) => failures.push(error));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'notices could not be queued');
}

async function queueOfSource(
  { db, newId }: Work,
  source: NoticeSource,
  { id: chapterId, timeZone }: ChapterOfJob,
  now: Instant,
): Promise<void> {
  const found = await source.find(db, { chapterId, now, timeZone, memberId: null });
  const ripe = found.filter(({ changed }) => isHeldLongEnough(changed, now));
  if (ripe.length === 0) return;
  const recipients = await listMailRecipients(db, chapterId, {
    ids: ripe.flatMap(({ to }) => (to === 'treasurers' ? [] : to)),
    treasurers: ripe.some(({ to }) => to === 'treasurers'),
  });
  const notices = recipients
    .filter((recipient) => wants(recipient, source))
    .flatMap((recipient) =>
      ripe
        .filter((each) => concerns(each, recipient))
        .map(({ key }) => ({ memberId: recipient.memberId, key })),
    );
  const unsent = await listUnsent(db, chapterId, notices);
  if (unsent.length === 0) return;
  const since = startOfGap(source, now, timeZone);
  const waiting = since
    ? await listNotifiedSince(db, chapterId, since, { only: source.kind })
    : new Set<Id<'member'>>();
  const due = unsent.filter(({ memberId }) => !waiting.has(memberId));
  if (due.length === 0) return;
  await db.transaction().execute(async (tx) => {
    const kept = await keepSent(tx, chapterId, source.kind, due, now);
    const mails = Map.groupBy(kept, ({ memberId }) => memberId)
      .entries()
      .map(([memberId, keys]): NoticeMail => {
        const notice = source.kind;
        return { kind: 'notice', notice, chapterId, memberId, keys: keys.map(({ key }) => key) };
      });
    await queueMails(tx, [...mails], newId);
  });
}

/** From when on an email of the kind keeps the next one waiting. */
function startOfGap(
  { atMostEvery }: NoticeSource,
  now: Instant,
  timeZone: string,
): Instant | undefined {
  if (atMostEvery === undefined) return undefined;
  return atMostEvery === 'hour'
    ? hoursBefore(now, 1)
    : startOfDay(instantToDay(now, timeZone), timeZone);
}

export function wants({ wanted }: MailRecipient, source: NoticeSource): boolean {
  return source.switch === null || wanted.includes(source.switch);
}

/** Members are not notified of what they did themselves. */
export function concerns(
  { to, by }: Pick<Candidate<unknown>, 'to' | 'by'>,
  { memberId, role }: MailRecipient,
): boolean {
  if (by === memberId) return false;
  return to === memberId || (to === 'treasurers' && roleSuffices(role, 'treasurer'));
}
