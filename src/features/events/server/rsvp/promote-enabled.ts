import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { AuditContext } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import { promoteWaiting } from './occurrence-capacity.ts';
import { lockUpcoming } from './upcoming-rsvps.ts';

/**
 * Fills the free spots of upcoming occurrences whose waitlist the member is on. While they were
 * disabled, spots went past them. The member's row must be saved as active. A canceled occurrence that is
 * on again later fills its spots then.
 */
export async function promoteEnabledMember(
  tx: Tx,
  by: AuditContext,
  memberId: Id<'member'>,
): Promise<void> {
  for await (const occurrence of lockUpcoming(tx, by, memberId, sql`r.status = 'waitlisted'`)) {
    await promoteWaiting(tx, by, occurrence.id, occurrence);
  }
}
