import { sql } from 'kysely';
import { matches } from '#features/identity/server/secret/check-secret.ts';
import {
  type RetiredBySecret,
  renewSecret,
} from '#features/identity/server/secret/renew-secret.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import {
  newInstallationSecret,
  promoteNextSecret,
  readInstallationSecret,
  writeNextSecret,
} from '#server/config/installation-secret.ts';
import type { Db } from '#server/database/db.ts';
import { openAnyDatabase } from '#server/database/open-database.ts';
import { findEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';

/**
 * Makes a new secret, in the data directory or as given by `HUB_SECRET`. The previous one is used if it
 * is still in the data directory, so that authenticator apps stay.
 */
export async function newSecretCommand(config: Config): Promise<void> {
  if (config.databaseUrl === undefined && (await findEmbeddedPostgres(config.dataDir))) {
    throw new CommandError(`A server is running on ${config.dataDir}. Stop it first.`);
  }
  await using database = await openAnyDatabase(config);
  const { db } = database;
  await refuseRunningServers(db);
  const previous = await readInstallationSecret(undefined, config.dataDir);
  if (config.secret === undefined) {
    const next = newInstallationSecret();
    await writeNextSecret(config.dataDir, next);
    const retired = await renewSecret(db, { previous, next });
    await promoteNextSecret(config.dataDir);
    process.stdout.write(`The new secret is in ${config.dataDir}/secret. ${describe(retired)}\n`);
    return;
  }
  if (await matches(db, config.secret)) {
    throw new CommandError(
      'HUB_SECRET is still the secret of this database. Set it to a new one first.',
    );
  }
  const retired = await renewSecret(db, { previous, next: config.secret });
  process.stdout.write(`The secret is now that of HUB_SECRET. ${describe(retired)}\n`);
}

/** They would go on with the previous secret, which they hold in memory. */
async function refuseRunningServers(db: Db): Promise<void> {
  const { rows } = await sql<{ it: boolean }>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name in ('chapter-hub', 'chapter-hub jobs')
    ) as it
  `.execute(db);
  if (rows[0]?.it === true) {
    throw new CommandError('A server is using this database. Stop it first.');
  }
}

function describe(retired: RetiredBySecret): string {
  const { sessions, signingKeys, keptApps, removedApps, recoveryCodes } = retired;
  return `Sessions ended: ${sessions}, signing keys retired: ${signingKeys}, authenticator apps kept: ${keptApps}, removed: ${removedApps}, recovery codes removed: ${recoveryCodes}.`;
}
