/** The version of Chapter Hub that last migrated or served a database. */
import type { Log } from '../config/log.ts';
import { readHubVersion } from '../config/paths.ts';

export type VersionedClient = {
  query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
};

/** Undefined if none before 0.2.0 did. */
export async function readStoredVersion(client: VersionedClient): Promise<string | undefined> {
  const { rows } = await client.query(
    `select value from hub.installation where key = 'hub_version'`,
  );
  return rows[0] && String(rows[0]['value']);
}

/** Notes this version, and says which one it takes over from. */
export async function noteVersion(client: VersionedClient, log: Pick<Log, 'warn'>): Promise<void> {
  const stored = await readStoredVersion(client);
  const version = readHubVersion();
  if (stored === version) return;
  await client.query(
    `insert into hub.installation (key, value) values ('hub_version', $1)
    on conflict (key) do update set value = excluded.value`,
    [version],
  );
  if (stored === undefined) return;
  log.warn(`Chapter Hub ${version} takes over a database that version ${stored} used last`);
}
