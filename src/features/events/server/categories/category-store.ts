/** Reads and saves a chapter's categories of events. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { type Category, defaultCategories } from '../../categories/category.ts';
import type { CategoryList } from '../../categories/category-contract.ts';

/** In the chapter's order. */
export async function readCategories(db: Db | Tx, chapterId: Id<'chapter'>): Promise<Category[]> {
  const own = await db
    .selectFrom('event_category')
    .select(['color', 'name'])
    .where('chapter_id', '=', chapterId)
    .orderBy('place')
    .execute();
  return own.length > 0 ? own : [...defaultCategories];
}

/** With the number of upcoming events of each. */
export async function listCategories(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  now: Instant,
): Promise<CategoryList> {
  const categories = await readCategories(db, chapterId);
  const counted = await sql<{ color: string; count: number }>`
    select coalesce(o.category_color, e.category_color) as color, count(*) as count
    from hub.event_occurrence o
    join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id
    where o.chapter_id = ${chapterId} and o.status = 'confirmed'
      and o.starts_at >= ${now}::timestamptz
    group by 1
  `.execute(db);
  const counts = new Map(counted.rows.map(({ color, count }) => [color, count]));
  return {
    items: categories.map((each) => ({ ...each, upcomingEvents: counts.get(each.color) ?? 0 })),
    version: await readVersion(db, chapterId),
  };
}

/** 0 until the chapter names its own. */
async function readVersion(db: Db | Tx, chapterId: Id<'chapter'>): Promise<number> {
  const list = await db
    .selectFrom('event_category_list')
    .select('version')
    .where('chapter_id', '=', chapterId)
    .executeTakeFirst();
  return list?.version ?? 0;
}

/** Locks the categories by raising their version, and returns what it was. */
export async function raiseVersion(tx: Tx, chapterId: Id<'chapter'>): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into hub.event_category_list (chapter_id, version) values (${chapterId}, 1)
    on conflict (chapter_id) do update set version = event_category_list.version + 1
    returning version
  `.execute(tx);
  return (rows[0]?.version ?? 1) - 1;
}

export async function saveCategories(
  tx: Tx,
  chapterId: Id<'chapter'>,
  categories: readonly Category[],
): Promise<void> {
  await tx.deleteFrom('event_category').where('chapter_id', '=', chapterId).execute();
  await tx
    .insertInto('event_category')
    .values(
      categories.map(({ color, name }, index) => ({
        chapter_id: chapterId,
        color,
        name,
        place: index + 1,
      })),
    )
    .execute();
}

/**
 * Changes the color of events, all at once, so that two categories can exchange theirs. Calendars that
 * subscribe learn of it by the raised version.
 */
export async function recolorEvents(
  tx: Tx,
  chapterId: Id<'chapter'>,
  recolored: ReadonlyMap<string, string>,
  now: Instant,
): Promise<void> {
  if (recolored.size === 0) return;
  const change = sql`unnest(${[...recolored.keys()]}::text[], ${[...recolored.values()]}::text[])
    as change (old_color, new_color)`;
  await sql`
    update hub.event e set version = version + 1, updated_at = ${now},
      category_color = coalesce(
        (select new_color from ${change} where old_color = e.category_color), e.category_color)
    where e.chapter_id = ${chapterId} and e.deleted_at is null and (
      e.category_color in (select old_color from ${change})
      or exists (
        select from hub.event_exception x
        where x.chapter_id = e.chapter_id and x.event_id = e.id
          and x.category_color in (select old_color from ${change})
      ))
  `.execute(tx);
  await sql`
    update hub.event_exception x set category_color = change.new_color from ${change}
    where x.chapter_id = ${chapterId} and x.category_color = change.old_color
  `.execute(tx);
  await sql`
    update hub.event_occurrence o set category_color = change.new_color from ${change}
    where o.chapter_id = ${chapterId} and o.category_color = change.old_color
  `.execute(tx);
}
