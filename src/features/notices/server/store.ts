/** What other features may ask of notices. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';

/** When members were last sent an email of a kind: of these, or of everyone. */
export async function listLastSent(
  db: Db,
  chapterId: Id<'chapter'>,
  kind: string,
  memberIds: readonly Id<'member'>[] | undefined,
): Promise<ReadonlyMap<Id<'member'>, Instant>> {
  let sent = db
    .selectFrom('notice_sent')
    .select((row) => ['member_id as memberId', row.fn.max('sent_at').as('at')])
    .where('chapter_id', '=', chapterId)
    .where('kind', '=', kind)
    .groupBy('member_id');
  if (memberIds) {
    sent = sent.where('member_id', '=', sql<Id<'member'>>`any(${memberIds}::uuid[])`);
  }
  const rows = await sent.execute();
  return new Map(rows.map(({ memberId, at }) => [memberId, at]));
}
