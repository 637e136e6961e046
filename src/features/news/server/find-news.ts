import { readMemberNames } from '#features/members/server/store.ts';
import type { MemberCaller } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { listNewestRecords } from '#server/audit/newest-records.ts';
import type { Db } from '#server/database/db.ts';
import type { FoundNews, NewsSource } from '#server/news-source.ts';
import { maxNews, type NewsItem } from '../contract.ts';

export type News = { items: NewsItem[]; more: number; isCut: boolean };

/** What others have done since an instant that concerns the reader, newest first. */
export async function findNews(
  db: Db,
  sources: readonly NewsSource[],
  reader: Pick<MemberCaller, 'chapterId' | 'memberId'>,
  since: Instant,
  now: Instant,
): Promise<News> {
  const { chapterId, memberId } = reader;
  const actions = sources.flatMap((source) => source.actions);
  const { records, isCut } = await listNewestRecords(db, chapterId, {
    since,
    exceptBy: memberId,
    actions,
  });
  const found: FoundNews[] = [];
  for (const source of sources) {
    const own = records.filter(({ action }) => source.actions.includes(action));
    if (own.length > 0) found.push(...(await source.find(db, reader, own, now)));
  }
  found.sort((one, other) => (one.at < other.at ? 1 : -1));
  const shown = found.slice(0, maxNews);
  return { items: await addNames(db, chapterId, shown), more: found.length - shown.length, isCut };
}

async function addNames(
  db: Db,
  chapterId: Id<'chapter'>,
  found: readonly FoundNews[],
): Promise<NewsItem[]> {
  const ids = found.flatMap(({ byId }) => byId ?? []);
  const names = await readMemberNames(db, chapterId, ids);
  // What each feature finds is an item of the contract, which encodes the reply and rejects anything else.
  return found.map(
    ({ byId, ...item }) =>
      ({ ...item, by: byId === null ? null : (names.get(byId) ?? null) }) as NewsItem,
  );
}
