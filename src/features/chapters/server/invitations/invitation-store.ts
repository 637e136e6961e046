import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Page, type PageRequest, page } from '#kit/page.ts';
import type { Role } from '#kit/role.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { lockUntilCommit } from '#server/database/lock.ts';
import { type Delivery, invitationState, resolveDelivery } from '../../invitation.ts';
import type { Invitation } from '../../invitation-contract.ts';

export type OpenInvitation = {
  chapterId: Id<'chapter'>;
  id: Id<'invitation'>;
  email: string;
  role: Role;
  chapterName: string;
  expiresAt: Instant;
  /** Whether the link was only sent by mail, so that using it verifies the address. */
  isMailed: boolean;
  invitedBy: Id<'member'> | null;
  forFirstAdmin: boolean;
};

export type InvitationKey = { chapterId: Id<'chapter'>; id: Id<'invitation'>; hash: string };

/** Whether its inviter, `m`, still is an admin; the operator always is. */
export const isByAdmin = sql<boolean>`i.invited_by is null
  or (m.role = 'admin' and m.status = 'active')`.as('isByAdmin');

/** Finds the open invitation of a link; locks it on request. */
export async function findOpenInvitation(
  db: Db | Tx,
  key: InvitationKey,
  now: Instant,
  lock: 'lock' | 'no-lock' = 'no-lock',
): Promise<OpenInvitation | undefined> {
  const query = selectInvitations(db, key.chapterId)
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
      'i.mail_state as mail',
      'i.mail_failure as mailFailure',
      'i.mail_at as mailAt',
      'i.invited_by as invitedBy',
      'i.for_first_admin as forFirstAdmin',
      isByAdmin,
    ])
    .where('i.id', '=', key.id)
    .where('i.token_hash', '=', key.hash);
  const row = await (lock === 'lock' ? query.forUpdate('i') : query).executeTakeFirst();
  if (!row || invitationState(row, now) !== 'open') return undefined;
  const { mail } = resolveDelivery(row, now);
  const {
    acceptedAt: _,
    revokedAt: __,
    mail: ___,
    mailFailure: ____,
    mailAt: _____,
    isByAdmin: ______,
    ...open
  } = row;
  return { ...open, isMailed: mail === 'queued' || mail === 'sent' };
}

export async function markAccepted(
  tx: Tx,
  { chapterId, id }: { chapterId: Id<'chapter'>; id: Id<'invitation'> },
  memberId: Id<'member'>,
  now: Instant,
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ accepted_at: now, member_id: memberId })
    .where('chapter_id', '=', chapterId)
    .where('id', '=', id)
    .execute();
}

export type NewInvitation = { id: Id<'invitation'>; email: string; role: Role; hash: string };

/** `isMailed` if their mails are queued in the same transaction. */
export async function insertInvitations(
  tx: Tx,
  invitations: readonly NewInvitation[],
  context: {
    chapterId: Id<'chapter'>;
    memberId: Id<'member'> | null;
    now: Instant;
    forFirstAdmin?: boolean;
  },
  { expiresAt, isMailed }: { expiresAt: Instant; isMailed: boolean },
): Promise<void> {
  if (invitations.length === 0) return;
  await tx
    .insertInto('invitation')
    .values(
      invitations.map(({ id, email, role, hash }) => ({
        chapter_id: context.chapterId,
        id,
        email,
        role,
        token_hash: hash,
        invited_by: context.memberId,
        for_first_admin: context.forFirstAdmin ?? false,
        created_at: context.now,
        expires_at: expiresAt,
        accepted_at: null,
        revoked_at: null,
        member_id: null,
        mail_state: isMailed ? 'queued' : 'none',
        mail_at: isMailed ? context.now : null,
      })),
    )
    .execute();
}

/**
 * Serializes inviting and joining by invitation per chapter, so that an address never has two open
 * invitations and a chapter never two first admins. Taken before locking rows.
 */
export async function lockInvitations(tx: Tx, chapterId: Id<'chapter'>): Promise<void> {
  await lockUntilCommit(tx, 'invite', chapterId);
}

/**
 * Revokes unanswered invitations to these addresses, so that only the newest link works. Returns
 * the addresses that had an open one.
 */
export async function revokeInvitationsToAddresses(
  tx: Tx,
  chapterId: Id<'chapter'>,
  emails: readonly string[],
  now: Instant,
  except: Id<'invitation'> | null = null,
): Promise<Set<string>> {
  const revoked = await sql<{ email: string; isOpen: boolean }>`
    update hub.invitation set revoked_at = ${now}
    where chapter_id = ${chapterId} and email = any(${emails})
      and accepted_at is null and revoked_at is null and id is distinct from ${except}::uuid
    returning email, expires_at > ${now} as "isOpen"
  `.execute(tx);
  return new Set(revoked.rows.filter(({ isOpen }) => isOpen).map(({ email }) => email));
}

/** Waits for concurrent changes of the membership. */
export async function isActiveAdmin(
  tx: Tx,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
): Promise<boolean> {
  const found = await tx
    .selectFrom('member')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('id', '=', memberId)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .forShare()
    .executeTakeFirst();
  return found !== undefined;
}

export async function revoke(
  tx: Tx,
  chapterId: Id<'chapter'>,
  id: Id<'invitation'>,
  now: Instant,
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ revoked_at: now })
    .where('chapter_id', '=', chapterId)
    .where('id', '=', id)
    .execute();
}

/** Returns which of these addresses belong to members of the chapter, disabled ones included. */
/** Addresses of members that admins may see. */
export async function listAddresses(
  db: Db,
  chapterId: Id<'chapter'>,
): Promise<{ joined: string[]; notJoined: string[] }> {
  const { rows } = await sql<{ joined: string[]; notJoined: string[] }>`
    select
      coalesce(array_agg(distinct address) filter (where has_joined), '{}') as joined,
      coalesce(array_agg(distinct address) filter (where not has_joined), '{}') as "notJoined"
    from (
      select lower(hub.shown_field(m.email, m.privacy, 'email', true)) as address,
        m.account_id is not null or m.status = 'disabled' as has_joined
      from hub.member m
      where m.chapter_id = ${chapterId} and m.status <> 'removed'
    ) known
    where address <> ''
  `.execute(db);
  const { joined = [], notJoined = [] } = rows[0] ?? {};
  return { joined, notJoined };
}

export async function findMembersAmong(
  tx: Tx,
  chapterId: Id<'chapter'>,
  emails: readonly string[],
): Promise<Set<string>> {
  const found = await sql<{ email: string }>`
    select asked.email
    from unnest(${emails}::text[]) as asked (email)
    where exists (
      select from hub.member m
      left join auth.account a on a.id = m.account_id
      where m.chapter_id = ${chapterId} and m.status <> 'removed'
        and (a.email = asked.email
          or (lower(m.email) = asked.email and (a.id is not null or m.status = 'disabled'))))
  `.execute(tx);
  return new Set(found.rows.map(({ email }) => email));
}

const columns = [
  'i.id',
  'i.role',
  'm.display_name as invitedBy',
  'i.invited_by as inviterId',
  'i.created_at as createdAt',
  'i.expires_at as expiresAt',
  'i.accepted_at as acceptedAt',
  'i.revoked_at as revokedAt',
  'i.mail_state as mail',
  'i.mail_failure as mailFailure',
  'i.mail_at as mailAt',
  'i.link_number as linkNumber',
  'i.token_hash as tokenHash',
  isByAdmin,
] as const;

/** An invitation, and what its link is derived from. */
export type StoredInvitation = {
  invitation: Invitation;
  /** Null for the operator. */
  inviterId: Id<'member'> | null;
  linkNumber: number;
  tokenHash: string;
};

type Row = Omit<Invitation, 'state'> &
  Delivery & {
    acceptedAt: Instant | null;
    revokedAt: Instant | null;
    inviterId: Id<'member'> | null;
    linkNumber: number;
    tokenHash: string;
    isByAdmin: boolean;
  };

function toStoredInvitation(
  { acceptedAt, revokedAt, inviterId, linkNumber, tokenHash, isByAdmin, ...row }: Row,
  now: Instant,
): StoredInvitation {
  const { expiresAt } = row;
  const state = invitationState({ acceptedAt, revokedAt, expiresAt, isByAdmin }, now);
  const invitation = { ...row, ...resolveDelivery(row, now), state };
  return { invitation, inviterId, linkNumber, tokenHash };
}

export async function lockInvitation(
  tx: Tx,
  chapterId: Id<'chapter'>,
  id: Id<'invitation'>,
  now: Instant,
): Promise<StoredInvitation | undefined> {
  const row = await selectInvitations(tx, chapterId)
    .select([...columns, 'i.email'])
    .where('i.id', '=', id)
    .forUpdate('i')
    .executeTakeFirst();
  return row && toStoredInvitation(row, now);
}

function selectInvitations(db: Db | Tx, chapterId: Id<'chapter'>) {
  return db
    .selectFrom('invitation as i')
    .leftJoin('member as m', (join) =>
      join.onRef('m.chapter_id', '=', 'i.chapter_id').onRef('m.id', '=', 'i.invited_by'),
    )
    .where('i.chapter_id', '=', chapterId);
}

/** Members who joined control who sees their address, as in the directory; empty if hidden. */
const emailForAdmins = sql<string>`coalesce(shown_field(i.email, joined.privacy, 'email', true), '')`;

/** Newest first. */
export async function listInvitations(
  db: Db,
  chapterId: Id<'chapter'>,
  request: PageRequest,
  now: Instant,
): Promise<Page<StoredInvitation>> {
  const total = await db
    .selectFrom('invitation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('chapter_id', '=', chapterId)
    .executeTakeFirstOrThrow();
  const rows = await selectInvitations(db, chapterId)
    .leftJoin('member as joined', (join) =>
      join.onRef('joined.chapter_id', '=', 'i.chapter_id').onRef('joined.id', '=', 'i.member_id'),
    )
    .select([...columns, emailForAdmins.as('email')])
    .orderBy('i.id', 'desc')
    .limit(request.take)
    .offset(request.skip)
    .execute();
  const items = rows.map((row) => toStoredInvitation(row, now));
  return page(items, total.count, request);
}
