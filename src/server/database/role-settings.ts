/**
 * Settings of the server's role, for behind a pooler: PgBouncer in transaction mode opens connections
 * for anyone and passes no options on.
 */
import type pg from 'pg';
import { CommandError } from '../config/command-error.ts';
import { sessionSettings } from './db.ts';
import { withClient } from './with-client.ts';

/** Sets them for the role of this address in its database. Any role may do so for itself. */
export async function storeRoleSettings(url: string): Promise<void> {
  await withClient(url, 'migrate', async (client) => {
    const { rows } = await client.query<{ name: string; missing: string[] }>(
      `select quote_ident(current_user) || ' in database ' || quote_ident(current_database()) as name,
        array(
          select wanted from unnest($1::text[]) wanted where wanted <> all (coalesce((
            select setconfig from pg_db_role_setting
            where setrole = current_user::regrole
              and setdatabase = (select oid from pg_database where datname = current_database())
          ), '{}'))
        ) as missing`,
      [Object.entries(sessionSettings).map(([name, value]) => `${name}=${value}`)],
    );
    const [found] = rows;
    for (const setting of found?.missing ?? []) {
      const [name = '', value = ''] = setting.split('=');
      await client.query(`alter role ${found?.name} set ${name} = '${value}'`);
    }
  });
}

/**
 * Ends the connections that a pooler has kept open for the role of this address since before the newest migration.
 * PostgreSQL refuses to run a statement that was prepared there if its result columns have changed. What
 * `withClient` opens has a name of its own and goes on, as another server's turn to migrate must.
 */
export async function endOutdatedConnections(url: string): Promise<void> {
  await withClient(url, 'migrate', (client) =>
    client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where usename = current_user and datname = current_database() and pid <> pg_backend_pid()
        and application_name not like 'chapter-hub %'
        and backend_start < (select max(applied_at) from hub.migration)`,
    ),
  );
}

/** Refuses a pooler whose connections are older than the settings, or whose role has others. */
export async function requireRoleSettings(pool: pg.Pool): Promise<void> {
  const names = Object.keys(sessionSettings);
  const { rows } = await pool.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) name',
    [names],
  );
  const wanted = new Map(Object.entries(sessionSettings));
  const differing = rows.filter(({ name, value }) => wanted.get(name) !== value);
  if (differing.length === 0) return;
  throw new CommandError(
    `POOLER_DATABASE_URL opens connections without ${differing.map(({ name }) => name).join(', ')}. It must use the role and database of DATABASE_URL, whose settings the hub stores; then let the pooler open its connections again (RECONNECT in PgBouncer's console).`,
  );
}
