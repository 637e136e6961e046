/** What other features ask of identity in their transactions. */
import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import { type AuditBy, auditAll } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import { lockInviting } from './invitations/invitation-store.ts';

/**
 * Ends the open invitations of a chapter that a member sent, or (`first-admin`) those for its first
 * admin, each with its record. Asked before the inviter's own row is changed: whoever joins locks
 * invitations before members, too.
 */
export async function endOpenInvitations(
  tx: Tx,
  context: AuditBy,
  which: 'first-admin' | { invitedBy: Id<'member'> },
): Promise<void> {
  await lockInviting(tx, context.chapterId);
  const isMeant =
    which === 'first-admin' ? sql`for_first_admin` : sql`invited_by = ${which.invitedBy}`;
  const ended = await sql<{ id: Id<'invitation'> }>`
    update hub.invitation set revoked_at = ${context.now}
    where chapter_id = ${context.chapterId} and ${isMeant}
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
