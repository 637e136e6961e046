/** What other features may ask of notices. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';

/** When the last notice of this kind to members was delivered, up to an instant. */
export async function listLastDelivered(
  db: Db,
  chapterId: Id<'chapter'>,
  kind: string,
  until: Instant | null,
): Promise<Map<Id<'member'>, Instant>> {
  const { rows } = await sql<{ memberId: Id<'member'>; at: Instant }>`
    select member_id as "memberId", max(delivered_at) as at from notice_sent
    where chapter_id = ${chapterId} and kind = ${kind} and delivered_at <= ${until ?? 'infinity'}
    group by member_id
  `.execute(db);
  return new Map(rows.map(({ memberId, at }) => [memberId, at]));
}
