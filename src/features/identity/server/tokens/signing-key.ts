import { importJWK } from 'jose';
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Db } from '#server/database/db.ts';
import { longestTokenSeconds } from '../../bearer-claims.ts';

const daySeconds = 24 * 60 * 60;

/**
 * Ed25519 keys made by better-auth's jwt plugin, the private half encrypted with the hub's secret.
 * Every 90 days the next token is signed with a new key; the old one verifies until the longest
 * token it signed has expired.
 */
export const signingKeyOptions = {
  disableSettingJwtHeader: true,
  jwks: {
    keyPairConfig: { alg: 'EdDSA' as const, crv: 'Ed25519' as const },
    rotationInterval: 90 * daySeconds,
    gracePeriod: 2 * longestTokenSeconds,
  },
};

type KeyRow = { id: string; publicKey: string; expiresAt: Instant | null };

type PublicKey = { key: CryptoKey; lastUse: Temporal.Instant };

export type FindPublicKey = (kid: string) => Promise<CryptoKey | undefined>;

const mostKnownKeys = 20;
const reread = { minutes: 5 };

/**
 * Finds a public key by its id. Keys are remembered for some minutes, so that a key deleted from
 * the database stops working without a restart. Ids that no key of ours could have are never
 * looked up.
 */
export function publicKeysOf(db: Db): FindPublicKey {
  const known = new Map<string, PublicKey & { readAt: Temporal.Instant }>();
  return async (kid) => {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(kid)) return undefined;
    const now = Temporal.Now.instant();
    const remembered = known.get(kid);
    if (remembered && isAfter(remembered.readAt.add(reread), now)) {
      return isAfter(remembered.lastUse, now) ? remembered.key : undefined;
    }
    known.delete(kid);
    const row = await readKey(db, kid);
    if (!row) return undefined;
    const found = { ...(await importPublicKey(row)), readAt: now };
    if (known.size >= mostKnownKeys) known.clear();
    known.set(kid, found);
    return isAfter(found.lastUse, now) ? found.key : undefined;
  };
}

function isAfter(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) > 0;
}

async function readKey(db: Db, kid: string): Promise<KeyRow | undefined> {
  const found = await sql<KeyRow>`
    select id, "publicKey", "expiresAt" from auth.jwks where id = ${kid} and alg = 'EdDSA'
  `.execute(db);
  return found.rows[0];
}

async function importPublicKey(row: KeyRow): Promise<PublicKey> {
  const key = await importJWK(JSON.parse(row.publicKey), 'EdDSA');
  if (key instanceof Uint8Array) throw new Error(`the signing key ${row.id} is not a public key`);
  return { key, lastUse: lastUseOf(row) };
}

function lastUseOf(row: KeyRow): Temporal.Instant {
  return row.expiresAt === null
    ? Temporal.Now.instant().add({ hours: 24 * 365 })
    : Temporal.Instant.from(row.expiresAt).add({ seconds: 2 * longestTokenSeconds });
}

/** The keys that may sign, newest first. */
export async function listSigningKeys(db: Db): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from auth.jwks
    where alg = 'EdDSA' and ("expiresAt" is null or "expiresAt" > now())
    order by "createdAt" desc
  `.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Every public key whose tokens may still be alive, newest first. */
export async function listPublicKeys(db: Db): Promise<{ kid: string; x: string }[]> {
  const found = await sql<KeyRow>`
    select id, "publicKey", "expiresAt" from auth.jwks where alg = 'EdDSA' order by "createdAt" desc
  `.execute(db);
  const now = Temporal.Now.instant();
  return found.rows
    .filter((row) => isAfter(lastUseOf(row), now))
    .map((row) => ({ kid: row.id, x: (JSON.parse(row.publicKey) as { x: string }).x }));
}
