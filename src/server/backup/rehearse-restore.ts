/** Proves a backup: restores it into a scratch database beside the real one, which is dropped again. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Instant } from '#kit/day.ts';
import { withClient, withDatabase } from '../database/with-client.ts';
import { expectSpace, type ReadFreeBytes, readFreeBytes } from './free-space.ts';
import { type Restored, restoreBackup } from './restore-backup.ts';

const quiet = { info: () => {}, warn: () => {} };

/**
 * As `hub restore` does, with everything it compares and checks. Requires the right to create databases.
 * Nothing is left of the scratch database, nor of one that an earlier rehearsal could not drop. Only one
 * rehearsal of a database may run at a time.
 */
export async function rehearseRestore(
  path: string,
  {
    ownerUrl,
    passphrase,
    now,
    embeddedIn,
    readFree = readFreeBytes,
  }: {
    readonly ownerUrl: string;
    readonly passphrase: string | undefined;
    readonly now: Instant;
    /** The data directory of an embedded database. Of another, the disk can't be seen from here. */
    readonly embeddedIn?: string | undefined;
    readonly readFree?: ReadFreeBytes;
  },
): Promise<Restored> {
  return withClient(ownerUrl, 'rehearsal', async (client) => {
    const { prefix, encoding } = await describeScratch(client);
    await dropScratch(client, prefix);
    if (embeddedIn !== undefined) {
      await expectSpace(client, path, { dataDir: embeddedIn, readFree });
    }
    const name = `${prefix}${randomBytes(4).toString('hex')}`;
    await client.query(`create database ${name} template template0 ${encoding}`);
    try {
      await client.query(`revoke all on database ${name} from public`);
      return await restoreBackup(path, {
        ownerUrl: withDatabase(ownerUrl, name),
        appRole: undefined,
        log: quiet,
        now,
        passphrase,
      });
    } finally {
      await dropScratch(client, prefix);
    }
  });
}

/**
 * Named after the number of the real database, so that no other's is ever dropped, and encoded like it: the
 * templates of its server may be in an encoding that can't hold what is restored.
 */
async function describeScratch(client: pg.Client) {
  const { rows } = await client.query<{ prefix: string; encoding: string }>(
    `select 'chapter_hub_rehearsal_' || oid || '_' as prefix,
      format('encoding %L lc_collate %L lc_ctype %L', pg_encoding_to_char(encoding), datcollate, datctype)
        as encoding
    from pg_database where datname = current_database()`,
  );
  if (!rows[0]) throw new Error('the database is not in its own catalog');
  return rows[0];
}

async function dropScratch(client: pg.Client, prefix: string): Promise<void> {
  const { rows } = await client.query(
    `select quote_ident(datname) as name from pg_database where starts_with(datname, $1)`,
    [prefix],
  );
  for (const { name } of rows) {
    await client.query(`drop database if exists ${name} with (force)`);
  }
}
