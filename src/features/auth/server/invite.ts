import { type InvitationSent, joinPath } from '#features/auth/contract.ts';
import { invitationLifetime } from '#features/auth/invitation.ts';
import type { Role } from '#features/auth/role.ts';
import { formatDateTime, type Instant, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { audit } from '#server/audit.ts';
import { inTransaction, type Tx } from '#server/db.ts';
import type { NewId } from '#server/ids.ts';
import {
  insertInvitation,
  isMemberWithAccount,
  lockInvitation,
  revoke,
  revokeInvitationsTo,
} from './invitation-store.ts';
import { hashToken, newInvitationToken } from './link-token.ts';
import type { AuthServices } from './services.ts';

/** An admin of the chapter, or (null) the operator of the hub by the command line. */
export type Inviter = { chapterId: Id; memberId: Id | null; now: Instant; newId: NewId };

/**
 * Invites an address to a chapter; an invitation still open for it is replaced. The mail goes out
 * once the invitation is safely kept; when it cannot, the link is returned to be passed on.
 */
export async function invite(
  services: AuthServices,
  by: Inviter,
  { email, role }: { email: string; role: Role },
): Promise<Result<InvitationSent>> {
  const id = by.newId();
  const token = newInvitationToken({ chapterId: by.chapterId, id });
  const expiresAt = toInstant(Temporal.Instant.from(by.now).add(invitationLifetime));
  const kept = await inTransaction(services.db, async (tx) => {
    if (await isMemberWithAccount(tx, by.chapterId, email)) return alreadyMember;
    await revokeInvitationsTo(tx, by.chapterId, email, by.now);
    const hash = hashToken(token);
    await insertInvitation(tx, {
      chapterId: by.chapterId,
      id,
      email,
      role,
      hash,
      invitedBy: by.memberId,
      now: by.now,
      expiresAt,
    });
    await audit(tx, by, {
      action: 'invitation.create',
      kind: 'invitation',
      id,
      after: { email, role, expiresAt },
    });
    return ok(await readNames(tx, by));
  });
  if (!kept.ok) return kept;
  const { chapterName, timeZone, inviterName } = kept.value;
  const link = `${services.publicUrl()}${joinPath}#${token}`;
  const expires = formatDateTime(expiresAt, timeZone);
  const isSent = await services.mailer?.sendInvitation({
    to: email,
    chapterName,
    inviterName,
    link,
    expires,
  });
  return ok({
    invitation: {
      id,
      email,
      role,
      state: 'open',
      invitedBy: inviterName,
      createdAt: by.now,
      expiresAt,
    },
    mail: isSent === undefined ? 'not-configured' : isSent ? 'sent' : 'failed',
    link: isSent === true ? null : link,
  });
}

const alreadyMember = refuse(
  'conflict',
  'already_member',
  'Somebody in this chapter has this e-mail address already',
  { field: 'email' },
);

async function readNames(tx: Tx, by: Inviter) {
  const chapter = await tx
    .selectFrom('chapter')
    .select(['name as chapterName', 'time_zone as timeZone'])
    .where('id', '=', by.chapterId)
    .executeTakeFirstOrThrow();
  const inviter =
    by.memberId === null
      ? undefined
      : await tx
          .selectFrom('member')
          .select('display_name as name')
          .where('chapter_id', '=', by.chapterId)
          .where('id', '=', by.memberId)
          .executeTakeFirst();
  return { ...chapter, inviterName: inviter?.name ?? null };
}

/** Revoking twice is no error; an accepted invitation made a member, who is to be removed instead. */
export async function revokeInvitation(
  tx: Tx,
  by: Inviter,
  invitationId: Id,
): Promise<Result<undefined>> {
  const invitation = await lockInvitation(tx, by.chapterId, invitationId);
  if (!invitation) return notFound('Invitation');
  if (invitation.acceptedAt !== null) {
    return refuse('conflict', 'invitation_accepted', 'Somebody joined with this invitation');
  }
  if (invitation.revokedAt === null) {
    await revoke(tx, by.chapterId, invitationId, by.now);
    await audit(tx, by, { action: 'invitation.revoke', kind: 'invitation', id: invitationId });
  }
  return ok(undefined);
}
