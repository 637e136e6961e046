import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { Visit } from '../visit.ts';

type Visitor = { readonly chapterId: Id<'chapter'>; readonly memberId: Id<'member'> };

/** Undefined if the member has never opened Home. */
export async function findVisit(
  db: Db | Tx,
  { chapterId, memberId }: Visitor,
): Promise<Visit | undefined> {
  return db
    .selectFrom('home_visit')
    .select(['seen_at as seenAt', 'new_since as newSince'])
    .where('chapter_id', '=', chapterId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

export async function saveVisit(
  tx: Tx,
  { chapterId, memberId }: Visitor,
  { seenAt, newSince }: Visit,
): Promise<void> {
  const values = { seen_at: seenAt, new_since: newSince };
  await tx
    .insertInto('home_visit')
    .values({ chapter_id: chapterId, member_id: memberId, ...values })
    // Of two at once, either is right.
    .onConflict((row) => row.columns(['chapter_id', 'member_id']).doUpdateSet(values))
    .execute();
}

/** When members of a chapter last opened Home. */
export async function listVisits(
  db: Db,
  chapterId: Id<'chapter'>,
): Promise<Map<Id<'member'>, Instant>> {
  const rows = await db
    .selectFrom('home_visit')
    .select(['member_id as memberId', 'seen_at as seenAt'])
    .where('chapter_id', '=', chapterId)
    .execute();
  return new Map(rows.map(({ memberId, seenAt }) => [memberId, seenAt]));
}
