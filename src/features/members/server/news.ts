/** What is new for members: who has joined. */
import type { Id } from '#kit/id.ts';
import type { RecordedChange } from '#server/audit/newest-records.ts';
import type { Db } from '#server/database/db.ts';
import type { Found, NewsSource } from '#server/news-source.ts';
import type { MemberNews } from '../news/contract.ts';

export const news: NewsSource = {
  actions: ['member.join', 'invitation.accept'],
  find: findMemberNews,
};

/** One for each active member who joined; it is they who are recorded as the actor. */
async function findMemberNews(
  db: Db,
  { chapterId }: { chapterId: Id<'chapter'> },
  records: readonly RecordedChange[],
): Promise<Found<MemberNews>[]> {
  const joinedAt = new Map(records.map(({ actorId, at }) => [actorId, at]));
  const ids = [...joinedAt.keys()].filter((id) => id !== null);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('member')
    .select(['id', 'display_name as name'])
    .where('chapter_id', '=', chapterId)
    .where('id', 'in', ids)
    .where('status', '=', 'active')
    .execute();
  return rows.flatMap(({ id, name }) => {
    const at = joinedAt.get(id);
    return at ? [{ kind: 'member-joined' as const, at, byId: null, memberId: id, name }] : [];
  });
}
