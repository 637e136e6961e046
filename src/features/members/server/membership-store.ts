import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Tx } from '#server/database/db.ts';
import { lockUntilCommit } from '#server/database/lock.ts';
import type { Membership } from '../membership.ts';

/** Has an account, which the operator has not disabled. */
const canSignIn = sql<boolean>`exists (
  select from auth.account a where a.id = account_id and a.disabled_at is null
)`;

/**
 * How many other active admins the chapter has. Serializes membership changes, so that two admins
 * cannot remove one another.
 */
export async function countOtherAdmins(
  tx: Tx,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
): Promise<number> {
  await lockUntilCommit(tx, 'change memberships', chapterId);
  const found = await tx
    .selectFrom('member')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('chapter_id', '=', chapterId)
    .where('id', '<>', memberId)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where(canSignIn)
    .executeTakeFirstOrThrow();
  return found.count;
}

export async function saveMembership(
  tx: Tx,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
  { role, status }: Membership,
  now: Instant,
): Promise<void> {
  await tx
    .updateTable('member')
    .set((eb) => ({
      role,
      status,
      updated_at: now,
      version: eb('version', '+', 1),
      // By the database's clock, as the begin of sessions, which this is compared with.
      enabled_at: sql<Instant | null>`case
        when status <> 'active' and ${status} = 'active' then date_trunc('milliseconds', now())
        else enabled_at end`,
    }))
    .where('chapter_id', '=', chapterId)
    .where('id', '=', memberId)
    .execute();
}
