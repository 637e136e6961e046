import { sql } from 'kysely';
import { plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import type { Tx } from '#server/database/db.ts';

export async function findOpenMatters(
  tx: Tx,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
): Promise<string[]> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from payment
    where chapter_id = ${chapterId} and status = 'waiting'
      and ${memberId} in (from_member_id, to_member_id)
  `.execute(tx);
  const count = rows[0]?.count ?? 0;
  const words = plural(
    count,
    'payment waiting to be confirmed',
    'payments waiting to be confirmed',
  );
  return count === 0 ? [] : [words];
}
