import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import { foreignCurrencies, type LatestRate } from '../original.ts';

/**
 * The rate of the newest expense in each currency, one look into an index for each. A correction is new,
 * but repeats the rate of an expense that may be old: only a replacement with another rate counts.
 */
export async function readLatestRates(db: Db, chapterId: Id<'chapter'>): Promise<LatestRate[]> {
  const { rows } = await sql<LatestRate>`
    select latest.*
    from unnest(${[...foreignCurrencies]}::text[]) as asked (currency)
    cross join lateral (
      select e.original_currency as currency, e.original_rate as rate, e.expense_at as "expenseDate"
      from expense e
      where e.chapter_id = ${chapterId} and e.original_currency = asked.currency and e.deleted_at is null
        and e.corrects_id is null
        and not exists (
          select from expense replaced
          where replaced.chapter_id = e.chapter_id and replaced.id = e.replaces_id
            and replaced.original_currency = e.original_currency
            and replaced.original_rate = e.original_rate)
      order by e.created_at desc
      limit 1
    ) latest
  `.execute(db);
  return rows;
}
