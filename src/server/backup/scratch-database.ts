/** A database beside the real one, for as long as some work needs it. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { CommandError } from '../config/command-error.ts';
import { withClient, withDatabase } from '../database/with-client.ts';

/** What it is for: each has scratch databases of its own, and one at a time. */
type Purpose = 'rehearsal' | 'restore';

/**
 * Requires the right to create databases. Nothing is left of the scratch database, nor of one that an earlier
 * work of that purpose could not drop.
 */
export async function withScratchDatabase<T>(
  ownerUrl: string,
  purpose: Purpose,
  work: (scratchUrl: string) => Promise<T>,
  /** Before it is created. */
  prepare: (client: pg.Client) => Promise<void> = async () => {},
): Promise<T> {
  return withClient(ownerUrl, purpose, async (client) => {
    await beAlone(client, purpose);
    const { prefix, encoding } = await describeScratch(client, purpose);
    await dropScratch(client, prefix);
    await prepare(client);
    const name = `${prefix}${randomBytes(4).toString('hex')}`;
    await client.query(`create database ${name} template template0 ${encoding}`);
    try {
      await client.query(`revoke all on database ${name} from public`);
      return await work(withDatabase(ownerUrl, name));
    } finally {
      await dropScratch(client, prefix);
    }
  });
}

/** Or it would drop what another one works in. Held until the connection ends. */
async function beAlone(client: pg.Client, purpose: Purpose): Promise<void> {
  const { rows } = await client.query(
    `select pg_try_advisory_lock(hashtextextended('scratch ' || $1, 0)) as it`,
    [purpose],
  );
  if (rows[0]?.it !== true) throw new CommandError(`Another ${purpose} is running. Wait for it.`);
}

/**
 * Named after the number of the real database, so that no other's is ever dropped, and encoded like it: the
 * templates of its server may be in an encoding that can't hold what is restored.
 */
async function describeScratch(client: pg.Client, purpose: Purpose) {
  const { rows } = await client.query<{ prefix: string; encoding: string }>(
    `select format('chapter_hub_%s_%s_', $1::text, oid) as prefix,
      format('encoding %L lc_collate %L lc_ctype %L', pg_encoding_to_char(encoding), datcollate, datctype)
        as encoding
    from pg_database where datname = current_database()`,
    [purpose],
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
