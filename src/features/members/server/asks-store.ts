/** What members look for, among those who may see it. */
import { sql } from 'kysely';
import type { ChapterScope } from '#kit/caller.ts';
import { type Instant, instantToDay, startOfDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import { firstFreshDay, pickAsks } from '../asks.ts';
import type { Ask } from '../asks-contract.ts';
import { firstAndLastName } from '../names.ts';
import { isActive, type Viewer, visibleEmail, visibleField } from './store.ts';

/** Fresh ones by the chapter's days, in an order that nothing but the ids decides. */
export async function listAsks(
  db: Db,
  { chapterId, timeZone }: ChapterScope,
  viewer: Viewer & { readonly memberId: Id<'member'> },
  now: Instant,
) {
  const today = instantToDay(now, timeZone);
  const freshSince = startOfDay(firstFreshDay(today), timeZone);
  const visible = visibleField(viewer, 'asks');
  const fresh = await db
    .selectFrom('member')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where(isActive)
    .where('asks', 'is not', null)
    .where('asks_at', '>=', freshSince)
    .where(visible, 'is not', null)
    .orderBy(sql`md5(id::text)`)
    .execute();
  const others = fresh.map(({ id }) => id).filter((id) => id !== viewer.memberId);
  const mine = await db
    .selectFrom('member')
    .select(['asks', 'version', sql<boolean>`asks_at >= ${freshSince}`.as('isFresh')])
    .where('chapter_id', '=', chapterId)
    .where('id', '=', viewer.memberId)
    .executeTakeFirst();
  return {
    items: await readAsks(db, chapterId, viewer, pickAsks(others, today)),
    totalCount: fresh.length,
    mine: mine?.asks ? { ...mine, asks: mine.asks } : null,
  };
}

async function readAsks(
  db: Db,
  chapterId: Id<'chapter'>,
  viewer: Viewer,
  ids: readonly Id<'member'>[],
): Promise<Ask[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('member')
    .select(['id', 'display_name', 'first_name', 'last_name'])
    .select([visibleField(viewer, 'asks').as('asks'), visibleEmail(viewer).as('email')])
    .where('chapter_id', '=', chapterId)
    .where('id', 'in', ids)
    .where(isActive)
    .execute();
  return ids.flatMap((id) => {
    const row = rows.find((each) => each.id === id);
    if (!row?.asks) return [];
    const { firstName } = firstAndLastName({
      displayName: row.display_name,
      firstName: row.first_name,
      lastName: row.last_name,
    });
    const { display_name: displayName, asks, email } = row;
    return [{ memberId: id, displayName, firstName, asks, email }];
  });
}
