/** Attempts to prove a password, counted in the database: by all its servers together. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { SharedCount } from '#server/http/limits/rate-limit.ts';

const cleanupBatchSize = 200;

/**
 * Counts each key for a minute. Returns the seconds to wait if a count exceeds its maximum, else 0. A
 * window that ends too late was begun before the clock was put back, and counts as ended.
 */
export async function countAttempts(db: Db, counts: readonly SharedCount[]): Promise<number> {
  await sql`
    delete from auth.attempt where key in (
      select key from auth.attempt where ends_at <= now() limit ${cleanupBatchSize}
      for update skip locked)
  `.execute(db);
  const wanted = counts.map(({ key, max }) => ({ key: hash(key), max }));
  const isOpen = sql`a.ends_at > now() and a.ends_at <= now() + interval '1 minute'`;
  const found = await sql<{ seconds: number }>`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(wanted)}) as (key text, max integer)
    ), counted as (
      insert into auth.attempt as a (key, count, ends_at)
      select key, 1, now() + interval '1 minute' from wanted order by key
      on conflict (key) do update set
        count = case when ${isOpen} then a.count + 1 else 1 end,
        ends_at = case when ${isOpen} then a.ends_at else excluded.ends_at end
      returning key, count, ends_at
    )
    select coalesce(max(greatest(1, ceil(extract(epoch from ends_at - now())))), 0)::int as seconds
    from counted join wanted using (key) where count > max
  `.execute(db);
  return found.rows[0]?.seconds ?? 0;
}

export async function giveBackAttempts(db: Db, counts: readonly SharedCount[]): Promise<void> {
  const keys = counts.map(({ key }) => hash(key)).sort();
  await sql`
    update auth.attempt set count = count - 1
    where key in (select key from auth.attempt where key = any (${keys}::text[])
      order by key for update)
      and count > 0
  `.execute(db);
}

/** Names and addresses are not kept. */
function hash(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
