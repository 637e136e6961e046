import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { sql } from 'kysely';
import { type Instant, toInstant } from '#kit/day.ts';
import type { Db } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import { maxTokenSeconds } from '../../bearer-claims.ts';
import { decrypt, type EncryptionKey, encrypt } from '../shared/encryption.ts';

const algorithm = 'EdDSA';

/**
 * Ed25519 signing keys, the private half encrypted with the server's secret. Rotated every 90 days;
 * an old key verifies until the last token it signed has expired.
 */
const signingPeriod = { hours: 90 * 24 };
const verificationPeriod = { seconds: 2 * maxTokenSeconds };

type KeyRow = { kid: string; publicKey: string; expiresAt: Instant };

/** `lastUse` in milliseconds since 1970: every request asks, and instants would take 2 µs. */
type PublicKey = { key: CryptoKey; lastUse: number };

export type FindPublicKey = (kid: string) => Promise<CryptoKey | undefined>;

const maxKnownKeys = 20;
const cacheMilliseconds = 5 * 60_000;

/**
 * Finds a public key by its id. Keys are cached for only some minutes, so that a key deleted from
 * the database stops working without a restart. Malformed ids are never looked up.
 */
export function createPublicKeyFinder(db: Db): FindPublicKey {
  const known = new Map<string, PublicKey & { readAt: number }>();
  return async (kid) => {
    const now = Temporal.Now.instant().epochMilliseconds;
    const remembered = known.get(kid);
    if (remembered && now < remembered.readAt + cacheMilliseconds) {
      return now < remembered.lastUse ? remembered.key : undefined;
    }
    known.delete(kid);
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(kid)) return undefined;
    const row = await readKey(db, kid);
    if (!row) return undefined;
    const found = { ...(await importPublicKey(row)), readAt: now };
    if (known.size >= maxKnownKeys) known.clear();
    known.set(kid, found);
    return now < found.lastUse ? found.key : undefined;
  };
}

const keyColumns = sql`id as kid, public_key as "publicKey", expires_at as "expiresAt"`;

async function readKey(db: Db, kid: string): Promise<KeyRow | undefined> {
  const found = await sql<KeyRow>`
    select ${keyColumns} from auth.signing_key where id = ${kid}
  `.execute(db);
  return found.rows[0];
}

async function importPublicKey(row: KeyRow): Promise<PublicKey> {
  return { key: await importKey(row.kid, row.publicKey), lastUse: getLastUse(row) };
}

function getLastUse(row: KeyRow): number {
  return Temporal.Instant.from(row.expiresAt).add(verificationPeriod).epochMilliseconds;
}

export type SigningKey = { kid: string; privateKey: CryptoKey };

/**
 * The newest key that our secret decrypts, or a new one. Keys encrypted with another secret are
 * kept: a command without the server's secret creates a key of its own, once, and leaves the
 * server's alone.
 */
export async function findSigningKey(db: Db, secret: string): Promise<SigningKey> {
  const found = await sql<{ kid: string; encrypted: string }>`
    select id as kid, private_key as encrypted from auth.signing_key
    where expires_at > now() order by created_at desc
  `.execute(db);
  for (const { kid, encrypted } of found.rows) {
    const text = decrypt(encrypted, signingKeyKey(kid, secret));
    if (text !== undefined) return { kid, privateKey: await importKey(kid, text) };
  }
  return createSigningKey(db, secret);
}

async function createSigningKey(db: Db, secret: string): Promise<SigningKey> {
  const kid = newId();
  const pair = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true });
  const publicKey = JSON.stringify(await exportJWK(pair.publicKey));
  const text = JSON.stringify(await exportJWK(pair.privateKey));
  const encrypted = encrypt(text, signingKeyKey(kid, secret));
  const now = Temporal.Now.instant();
  await sql`
    insert into auth.signing_key (id, public_key, private_key, created_at, expires_at)
    values (${kid}, ${publicKey}, ${encrypted}, ${toInstant(now)}, ${toInstant(now.add(signingPeriod))})
  `.execute(db);
  return { kid, privateKey: pair.privateKey };
}

export function signingKeyKey(kid: string, secret: string): EncryptionKey {
  return { secret, purpose: `hub: the signing key ${kid}` };
}

async function importKey(kid: string, jwk: string): Promise<CryptoKey> {
  const key = await importJWK(JSON.parse(jwk) as JWK, algorithm);
  if (key instanceof Uint8Array) throw new Error(`the signing key ${kid} is not a key pair`);
  return key;
}

/** Public keys whose tokens may still be valid, newest first. */
export async function listPublicKeys(db: Db): Promise<{ kid: string; x: string }[]> {
  const found = await sql<KeyRow>`
    select ${keyColumns} from auth.signing_key order by created_at desc
  `.execute(db);
  const now = Temporal.Now.instant().epochMilliseconds;
  return found.rows
    .filter((row) => now < getLastUse(row))
    .map((row) => ({ kid: row.kid, x: (JSON.parse(row.publicKey) as { x: string }).x }));
}
