/** What members are told of who has joined. */
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { RecordedChange } from '#server/audit/newest-records.ts';
import type { Db } from '#server/database/db.ts';
import type { NewsSource } from '#server/news-source.ts';

export const news: NewsSource = {
  actions: ['member.join', 'invitation.accept'],
  find: findMemberNews,
};

type MemberNews = {
  kind: 'member-joined';
  at: Instant;
  byId: null;
  memberId: Id<'member'>;
  name: string;
};

/** One for each active member who joined; it is they who are recorded as the actor. */
async function findMemberNews(
  db: Db,
  { chapterId }: { chapterId: Id<'chapter'> },
  records: readonly RecordedChange[],
): Promise<MemberNews[]> {
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
