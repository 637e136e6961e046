/** What other features call. */
import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import type { ChapterPolicy } from '#kit/role.ts';
import { type AuditContext, auditAll } from '#server/audit/audit.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { MailChapter } from '#server/mail/mail-frame.ts';
import { lockInvitations } from './invitations/invitation-store.ts';

/**
 * Revokes the open invitations sent by a member, or (`first-admin`) those for the first admin, and
 * audits each. Called before the inviter's own row is changed: joining locks invitations before
 * members, too.
 */
export async function revokeOpenInvitations(
  tx: Tx,
  context: AuditContext,
  which: 'first-admin' | { invitedBy: Id<'member'> },
): Promise<void> {
  await lockInvitations(tx, context.chapterId);
  const isTarget =
    which === 'first-admin' ? sql`for_first_admin` : sql`invited_by = ${which.invitedBy}`;
  const ended = await sql<{ id: Id<'invitation'> }>`
    update hub.invitation set revoked_at = ${context.now}
    where chapter_id = ${context.chapterId} and ${isTarget}
      and accepted_at is null and revoked_at is null
    returning id
  `.execute(tx);
  const record = { action: 'invitation.revoke', kind: 'invitation' } as const;
  await auditAll(
    tx,
    context,
    ended.rows.map(({ id }) => ({ ...record, id })),
  );
}

export type ChapterOfJob = {
  readonly id: Id<'chapter'>;
  readonly timeZone: string;
  readonly policy: ChapterPolicy;
};

/** Every chapter that may be changed, for jobs that go from one to the next. */
export async function listChapters(db: Db): Promise<ChapterOfJob[]> {
  return db
    .selectFrom('chapter')
    .select(['id', 'time_zone as timeZone', 'policy'])
    .where(sql<boolean>`rests_until > now()`, 'is not', true)
    .orderBy('id')
    .execute();
}

/** For visitors who follow a link, without being signed in. */
export async function findChapterOfLink(
  db: Db,
  id: Id<'chapter'>,
): Promise<{ readonly name: string; readonly isResting: boolean } | undefined> {
  return db
    .selectFrom('chapter')
    .select(['name', sql<boolean>`coalesce(rests_until > now(), false)`.as('isResting')])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Plans that settle everyone up leave smaller amounts for next time. */
export async function readSmallestPayment(db: Db, chapterId: Id<'chapter'>): Promise<Cents> {
  const { amount } = await db
    .selectFrom('chapter')
    .select('smallest_payment_cents as amount')
    .where('id', '=', chapterId)
    .executeTakeFirstOrThrow();
  return amount;
}

/** A chapter's mails, and who else answers for them, if somebody does whose address every member may see. */
type ChapterOfMail = MailChapter & {
  readonly contact: string | null;
  readonly timeZone: string;
  readonly showsAmounts: boolean;
};

/**
 * The chapter as its mails to someone show it, and who answers them: the first of its admins, or with `treasurer` of
 * its treasurers and else of its admins.
 */
export async function readMailChapter(
  db: Db,
  chapterId: Id<'chapter'>,
  recipient: string,
  answers: 'admin' | 'treasurer' = 'admin',
): Promise<ChapterOfMail> {
  const { rows } = await sql<ChapterOfMail>`
    select c.name, l.content as logo, c.time_zone as "timeZone", c.amounts_in_subjects as "showsAmounts", (
      select m.email from hub.member m
      where m.chapter_id = c.id and m.role in ('admin', ${answers}) and m.status = 'active'
        and hub.shown_field(m.email, m.privacy, 'email', false) not in ('', ${recipient})
      order by m.role <> ${answers}, m.created_at, m.id limit 1
    ) as contact
    from hub.chapter c left join hub.chapter_logo l on l.chapter_id = c.id
    where c.id = ${chapterId}
  `.execute(db);
  const [found] = rows;
  if (!found) throw new Error('a chapter whose mail is sent is gone');
  return found;
}
