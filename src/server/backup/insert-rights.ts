import type pg from 'pg';

/**
 * Lets the role of `client` insert whole rows into the tables until the returned function is called, which
 * puts its rights back as they were; both in the transaction that loads the rows. The server's role may insert
 * only some columns of `hub.audit`, and so may the owner where both are one role that is no superuser.
 */
export async function grantInserts(
  client: pg.Client,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.oid::regclass::text as name,
      array(
        select quote_ident(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and has_column_privilege(c.oid, a.attnum, 'insert')
        order by a.attnum
      ) as columns
    from pg_class c
    where c.oid = any ($1::text[]::regclass[]) and not has_table_privilege(c.oid, 'insert')`,
    [tables],
  );
  for (const { name } of rows) await client.query(`grant insert on ${name} to current_user`);
  return async () => {
    for (const { name, columns } of rows) {
      // Takes the rights on its columns, too.
      await client.query(`revoke insert on ${name} from current_user`);
      if (columns.length > 0) {
        await client.query(`grant insert (${columns.join(', ')}) on ${name} to current_user`);
      }
    }
  };
}
