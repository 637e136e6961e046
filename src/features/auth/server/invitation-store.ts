import { sql } from 'kysely';
import type { Invitation } from '#features/auth/contract.ts';
import { invitationState } from '#features/auth/invitation.ts';
import type { Role } from '#features/auth/role.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Page, type PageRequest, page } from '#kit/page.ts';
import type { Db, Tx } from '#server/db.ts';

export type OpenInvitation = {
  chapterId: Id;
  id: Id;
  email: string;
  role: Role;
  chapterName: string;
  expiresAt: Instant;
};

type Key = { chapterId: Id; id: Id; hash: string };

/** The invitation of a link, if it can still be accepted; locked for the transaction on request. */
export async function findOpenInvitation(
  db: Db | Tx,
  key: Key,
  now: Instant,
  lock: 'lock' | 'no-lock' = 'no-lock',
): Promise<OpenInvitation | undefined> {
  const query = db
    .selectFrom('invitation as i')
    .innerJoin('chapter as c', 'c.id', 'i.chapter_id')
    .select([
      'i.chapter_id as chapterId',
      'i.id',
      'i.email',
      'i.role',
      'c.name as chapterName',
      'i.expires_at as expiresAt',
      'i.accepted_at as acceptedAt',
      'i.revoked_at as revokedAt',
    ])
    .where('i.chapter_id', '=', key.chapterId)
    .where('i.id', '=', key.id)
    .where('i.token_hash', '=', key.hash);
  const row = await (lock === 'lock' ? query.forUpdate('i') : query).executeTakeFirst();
  if (!row || invitationState(row, now) !== 'open') return undefined;
  const { acceptedAt: _, revokedAt: __, ...open } = row;
  return open;
}

export async function markAccepted(
  tx: Tx,
  { chapterId, id }: { chapterId: Id; id: Id },
  memberId: Id,
  now: Instant,
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ accepted_at: now, member_id: memberId })
    .where('chapter_id', '=', chapterId)
    .where('id', '=', id)
    .execute();
}

export async function insertInvitation(
  tx: Tx,
  invitation: {
    chapterId: Id;
    id: Id;
    email: string;
    role: Role;
    hash: string;
    invitedBy: Id | null;
    now: Instant;
    expiresAt: Instant;
  },
): Promise<void> {
  await tx
    .insertInto('invitation')
    .values({
      chapter_id: invitation.chapterId,
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      token_hash: invitation.hash,
      invited_by: invitation.invitedBy,
      created_at: invitation.now,
      expires_at: invitation.expiresAt,
      accepted_at: null,
      revoked_at: null,
      member_id: null,
    })
    .execute();
}

/** Revokes what is open for an address, so that only the newest link works. */
export async function revokeInvitationsTo(
  tx: Tx,
  chapterId: Id,
  email: string,
  now: Instant,
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ revoked_at: now })
    .where('chapter_id', '=', chapterId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function revoke(tx: Tx, chapterId: Id, id: Id, now: Instant): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ revoked_at: now })
    .where('chapter_id', '=', chapterId)
    .where('id', '=', id)
    .execute();
}

export async function lockInvitation(
  tx: Tx,
  chapterId: Id,
  id: Id,
): Promise<{ acceptedAt: Instant | null; revokedAt: Instant | null } | undefined> {
  return tx
    .selectFrom('invitation')
    .select(['accepted_at as acceptedAt', 'revoked_at as revokedAt'])
    .where('chapter_id', '=', chapterId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether somebody in the chapter signs in with this address, disabled or not. */
export async function isMemberWithAccount(tx: Tx, chapterId: Id, email: string): Promise<boolean> {
  const found = await sql`
    select 1 from hub.member m
    left join auth."user" u on u.id = m.account_id
    where m.chapter_id = ${chapterId} and m.status <> 'removed'
      and (u.email = ${email} or (lower(m.email) = ${email} and (u.id is not null or m.status = 'disabled')))
    limit 1
  `.execute(tx);
  return found.rows.length > 0;
}

/** Newest first. */
export async function listInvitations(
  db: Db,
  chapterId: Id,
  request: PageRequest,
  now: Instant,
): Promise<Page<Invitation>> {
  const ofChapter = db.selectFrom('invitation as i').where('i.chapter_id', '=', chapterId);
  const total = await ofChapter
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await ofChapter
    .leftJoin('member as m', (join) =>
      join.onRef('m.chapter_id', '=', 'i.chapter_id').onRef('m.id', '=', 'i.invited_by'),
    )
    .select([
      'i.id',
      'i.email',
      'i.role',
      'm.display_name as invitedBy',
      'i.created_at as createdAt',
      'i.expires_at as expiresAt',
      'i.accepted_at as acceptedAt',
      'i.revoked_at as revokedAt',
    ])
    .orderBy('i.id', 'desc')
    .limit(request.take)
    .offset(request.skip)
    .execute();
  const items = rows.map(({ acceptedAt, revokedAt, ...row }) => ({
    ...row,
    state: invitationState({ acceptedAt, revokedAt, expiresAt: row.expiresAt }, now),
  }));
  return page(items, total.count, request);
}
