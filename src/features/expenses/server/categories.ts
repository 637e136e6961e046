import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';

/** More than anyone can choose from; the others can be searched for. */
const maxCategories = 200;

/**
 * The categories in use by name, ignoring case. Skips through an index from one category to the next,
 * so that the time depends on the number of categories and not of expenses.
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
    select category from (select * from next limit ${maxCategories}) known
    order by category collate "und-x-icu"
  `.execute(db);
  return rows.map((row) => row.category);
}
