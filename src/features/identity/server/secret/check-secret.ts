/**
 * The database knows its secret by a keyed check value, so that a server with another one is refused
 * instead of locking out everyone whose second factor it cannot decrypt.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { CommandError } from '#server/config/command-error.ts';
import {
  createInstallationSecret,
  promoteNextSecret,
  readInstallationSecret,
  readNextSecret,
} from '#server/config/installation-secret.ts';
import { hubCommand } from '#server/config/paths.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { decrypt } from '../shared/encryption.ts';
import { secondFactorKey } from '../shared/second-factor-key.ts';
import { signingKeyKey } from '../tokens/signing-key.ts';

const checkKey = 'secret_check';

type Configured = { readonly secret: string | undefined; readonly dataDir: string };

/** The secret, without asking the database; undefined if only that knows which it is. */
export async function readSettledSecret({
  secret,
  dataDir,
}: Configured): Promise<string | undefined> {
  if (secret === undefined && (await readNextSecret(dataDir)) !== undefined) return undefined;
  return readInstallationSecret(secret, dataDir);
}

/**
 * The secret of this database: the given one if it matches, a new one for a database without accounts,
 * and otherwise a `CommandError` that leads to the way out.
 */
export async function resolveSecret(db: Db, config: Configured): Promise<string> {
  const given = await readInstallationSecret(config.secret, config.dataDir);
  if (given === undefined) {
    if (await hasBeenUsed(db)) throw refusal(config, 'is missing');
    const created = await createInstallationSecret(config.dataDir);
    await requireMatch(db, created, config);
    return created;
  }
  if (await matches(db, given)) return given;
  const next = config.secret === undefined ? await readNextSecret(config.dataDir) : undefined;
  if (next === undefined || !(await matches(db, next))) {
    throw refusal(config, 'is not the one of this database');
  }
  // `hub new-secret` was interrupted between the database and the file.
  await promoteNextSecret(config.dataDir);
  return next;
}

async function requireMatch(db: Db, secret: string, config: Configured): Promise<void> {
  if (!(await matches(db, secret))) throw refusal(config, 'is not the one of this database');
}

/** Whether `secret` is the database's; the first secret that fits its data becomes it. */
export async function matches(db: Db, secret: string): Promise<boolean> {
  const known = await readCheck(db);
  if (known === undefined && !(await decryptsWhatIsThere(db, secret))) return false;
  const check = known ?? (await storeCheckOnce(db, computeCheck(secret)));
  const expected = Buffer.from(check);
  const actual = Buffer.from(computeCheck(secret));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

export async function replaceCheck(tx: Tx, secret: string): Promise<void> {
  const value = computeCheck(secret);
  await tx
    .insertInto('installation')
    .values({ key: checkKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

function computeCheck(secret: string): string {
  return createHmac('sha256', secret).update('chapter-hub secret check').digest('base64url');
}

async function readCheck(db: Db): Promise<string | undefined> {
  const found = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', checkKey)
    .executeTakeFirst();
  return found?.value;
}

/** Of concurrent first starts, the first decides. */
async function storeCheckOnce(db: Db, value: string): Promise<string> {
  await db
    .insertInto('installation')
    .values({ key: checkKey, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await readCheck(db)) ?? value;
}

async function hasBeenUsed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ it: boolean }>`
    select exists (select from auth.account) as it
  `.execute(db);
  return rows[0]?.it === true || (await readCheck(db)) !== undefined;
}

/**
 * For databases of versions without a check value. Second factors count more than signing keys: a
 * command with another secret once made a key of its own.
 */
async function decryptsWhatIsThere(db: Db, secret: string): Promise<boolean> {
  const factors = await sql<{ id: string; encrypted: string }>`
    select account_id as id, secret as encrypted from auth.second_factor
    where confirmed_at is not null
  `.execute(db);
  if (factors.rows.length > 0) {
    return factors.rows.some(
      ({ id, encrypted }) => decrypt(encrypted, secondFactorKey(secret, id)) !== undefined,
    );
  }
  const keys = await sql<{ id: string; encrypted: string }>`
    select id, private_key as encrypted from auth.signing_key
  `.execute(db);
  return (
    keys.rows.length === 0 ||
    keys.rows.some(
      ({ id, encrypted }) => decrypt(encrypted, signingKeyKey(id, secret)) !== undefined,
    )
  );
}

function refusal({ secret, dataDir }: Configured, problem: string): CommandError {
  const [subject, restore] =
    secret === undefined
      ? [`The installation secret (${dataDir}/secret)`, 'Restore that file, or set HUB_SECRET']
      : ['HUB_SECRET', 'Set the secret that the database was used with'];
  return new CommandError(
    `${subject} ${problem}. Nothing was changed. ${restore}. If it is lost, run "${hubCommand} new-secret": it ends all sessions and tokens and removes the authenticator apps that the lost secret protects.`,
  );
}
