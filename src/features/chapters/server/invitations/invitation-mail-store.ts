/** Reads what an invitation's mail needs and stores its delivery. */

import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { MailFailure, MailState } from '#kit/mail.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { invitationState, resolveDelivery } from '../../invitation.ts';
import { isByAdmin } from './invitation-store.ts';

export type LinkKey = { chapterId: Id<'chapter'>; id: Id<'invitation'>; linkNumber: number };

export type InvitationToSend = {
  email: string;
  tokenHash: string;
  expiresAt: Instant;
  timeZone: string;
  inviterName: string | null;
  /** If every member may see it. */
  inviterEmail: string | null;
};

/** The invitation of a queued mail, if it should still be sent. */
export async function findInvitationToSend(
  db: Db,
  key: LinkKey,
  now: Instant,
): Promise<InvitationToSend | undefined> {
  const row = await db
    .selectFrom('invitation as i')
    .innerJoin('chapter as c', 'c.id', 'i.chapter_id')
    .leftJoin('member as m', (join) =>
      join.onRef('m.chapter_id', '=', 'i.chapter_id').onRef('m.id', '=', 'i.invited_by'),
    )
    .select([
      'i.email',
      'i.token_hash as tokenHash',
      'i.expires_at as expiresAt',
      'i.accepted_at as acceptedAt',
      'i.revoked_at as revokedAt',
      'i.mail_state as mail',
      'i.mail_failure as mailFailure',
      'i.mail_at as mailAt',
      'c.time_zone as timeZone',
      'm.display_name as inviterName',
      isByAdmin,
      sql<string | null>`shown_field(m.email, m.privacy, 'email', false)`.as('inviterEmail'),
    ])
    .where('i.chapter_id', '=', key.chapterId)
    .where('i.id', '=', key.id)
    .where('i.link_number', '=', key.linkNumber)
    .executeTakeFirst();
  const isDue =
    row && invitationState(row, now) === 'open' && resolveDelivery(row, now).mail === 'queued';
  return isDue ? row : undefined;
}

/** Stores the delivery of a link's mail, unless it was replaced or abandoned meanwhile. */
export async function saveDelivery(
  db: Db,
  key: LinkKey,
  { mail, failure }: { mail: Exclude<MailState, 'none'>; failure: MailFailure | null },
  now: Instant,
): Promise<void> {
  await db
    .updateTable('invitation')
    // `mail_at` stays while queued: it decides when the mail is abandoned.
    .set({
      mail_state: mail,
      mail_failure: failure,
      ...(mail === 'queued' ? {} : { mail_at: now }),
    })
    .where('chapter_id', '=', key.chapterId)
    .where('id', '=', key.id)
    .where('link_number', '=', key.linkNumber)
    .where('mail_state', '=', 'queued')
    .execute();
}

/** Replaces an invitation's link and inviter. */
export async function replaceLink(
  tx: Tx,
  key: LinkKey,
  { hash, expiresAt, isMailed }: { hash: string; expiresAt: Instant; isMailed: boolean },
  context: { memberId: Id<'member'> | null; now: Instant },
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({
      link_number: key.linkNumber,
      token_hash: hash,
      expires_at: expiresAt,
      invited_by: context.memberId,
      for_first_admin: false,
      mail_state: isMailed ? 'queued' : 'none',
      mail_failure: null,
      mail_at: isMailed ? context.now : null,
    })
    .where('chapter_id', '=', key.chapterId)
    .where('id', '=', key.id)
    .execute();
}
