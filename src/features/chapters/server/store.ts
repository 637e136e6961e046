/** What other features call. */
import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import type { ChapterPolicy } from '#kit/role.ts';
import { type AuditContext, auditAll } from '#server/audit/audit.ts';
import type { Db, Tx } from '#server/database/db.ts';
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

/** Plans that settle everyone up leave smaller amounts for next time. */
export async function readSmallestPayment(db: Db, chapterId: Id<'chapter'>): Promise<Cents> {
  const { amount } = await db
    .selectFrom('chapter')
    .select('smallest_payment_cents as amount')
    .where('id', '=', chapterId)
    .executeTakeFirstOrThrow();
  return amount;
}
