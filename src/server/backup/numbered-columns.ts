/** Columns in which the database numbers rows: those that are loaded bring their numbers. */
import type pg from 'pg';

export type NumberedColumn = { readonly table: string; readonly column: string };

export async function listNumberedColumns(
  client: pg.Client,
  tables: readonly string[],
): Promise<NumberedColumn[]> {
  const { rows } = await client.query<NumberedColumn>(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(a.attname) as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where format('%I.%I', n.nspname, c.relname) = any ($1) and a.attidentity <> '' and not a.attisdropped`,
    [tables],
  );
  return rows;
}

/** Numbers that others may take while those that are loaded are looked at. */
const margin = 1_000_000;

/** Rows to come are numbered after those that are there, also by others who number theirs meanwhile. */
export async function continueNumbers(
  client: pg.Client,
  columns: readonly NumberedColumn[],
): Promise<void> {
  for (const { table, column } of columns) {
    await client.query(
      `select setval(s.name, m.last + ${margin})
      from (select pg_get_serial_sequence($1, $2)::regclass as name) s,
        (select coalesce(max(${column}), 0) as last from ${table}) m
      where m.last >= nextval(s.name)`,
      [table, column],
    );
  }
}
