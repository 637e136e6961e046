import type pg from 'pg';

/** What a migration takes from its time or transaction. */
const momentary = ['applied_at', 'created_on', 'updated_on', 'xid'];

/** Every row of the hub's tables, as JSON. */
export async function readRows(owner: pg.Client): Promise<Map<string, string[]>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and not relispartition
      and relnamespace::regnamespace::text in ('auth', 'hub', 'jobs')
    order by 1`,
  );
  const found = new Map<string, string[]>();
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${name} t order by 1`,
      [momentary],
    );
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return found;
}
