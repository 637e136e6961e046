import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';

/** More than a person can choose from; the search finds the others. */
const mostCategories = 200;

/**
 * The categories in use, by name, each once however it is written. Steps from one to the next along
 * an index, so that it takes as long as there are categories, not expenses.
 */
export async function readCategories(db: Db, chapterId: Id<'chapter'>): Promise<string[]> {
  const { rows } = await sql<{ category: string }>`
    with recursive next as (
      (select lower(category) as key, category from expense
        where chapter_id = ${chapterId} and deleted_at is null and category <> ''
        order by lower(category) limit 1)
      union all
      (select following.key, following.category from next
        cross join lateral (
          select lower(category) as key, category from expense
          where chapter_id = ${chapterId} and deleted_at is null and category <> ''
            and lower(category) > next.key
          order by lower(category) limit 1
        ) following)
    )
    select category from (select * from next limit ${mostCategories}) known
    order by category collate "und-x-icu"
  `.execute(db);
  return rows.map((row) => row.category);
}
