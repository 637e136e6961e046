import { sql } from 'kysely';
import type { Db } from './db.ts';
import type { Tables } from './tables.ts';

/**
 * Has PostgreSQL count tables into which thousands of rows were just written, so that queries are planned for them
 * from then on. It does so by itself, but only within minutes.
 */
export async function analyzeTables(
  db: Db,
  tables: readonly (keyof Tables & string)[],
): Promise<void> {
  await sql`select hub.analyze_tables(${tables}::text[])`.execute(db);
}
