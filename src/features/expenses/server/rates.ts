import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import { foreignCurrencies, type LatestRate } from '../original.ts';

/** The rate of the newest expense in each currency, one look into an index for each. */
export async function readLatestRates(db: Db, chapterId: Id<'chapter'>): Promise<LatestRate[]> {
  const { rows } = await sql<LatestRate>`
    select latest.*
    from unnest(${[...foreignCurrencies]}::text[]) as asked (currency)
    cross join lateral (
      select original_currency as currency, original_rate as rate, expense_at as "expenseDate"
      from expense
      where chapter_id = ${chapterId} and original_currency = asked.currency and deleted_at is null
      order by created_at desc
      limit 1
    ) latest
  `.execute(db);
  return rows;
}
