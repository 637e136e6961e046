/**
 * Hashes passwords with argon2id and OWASP's recommended parameters, off the main thread. Hashes of
 * earlier versions, by scrypt, still match and count as outdated.
 */
import { type Argon2Parameters, argon2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createConcurrencyLimit } from '#server/http/limits/concurrency-limit.ts';

const deriveArgon2 = promisify(argon2);
const deriveScrypt = promisify<string, string, number, object, Buffer>(scrypt);

/**
 * Node has four threads for work off the main one, among it signing tokens. Passwords take at most two
 * of them, and a queue that empties within three seconds: whoever comes later is told to try again,
 * instead of waiting behind everyone who guesses.
 */
const limit = createConcurrencyLimit(2, { maxWaiting: 32 });

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const release = await limit.acquire('passwords');
  try {
    return await work();
  } finally {
    release();
  }
}

/** `argon2` is what new hashes cost, `scrypt` what a wrong password costs besides. */
export type PasswordCost = {
  readonly argon2: {
    readonly memory: number;
    readonly passes: number;
    readonly parallelism: number;
  };
  readonly scrypt: { readonly N: number; readonly r: number; readonly p: number };
};

/** Of every server: no setting changes it. `memory` is in KiB: 19 MiB. */
export const fullCost: PasswordCost = {
  argon2: { memory: 19_456, passes: 2, parallelism: 1 },
  scrypt: { N: 16_384, r: 16, p: 1 },
};
const saltBytes = 16;
const keyBytes = 32;

/** Returns a PHC string, which names the algorithm and its cost. */
export function hashPassword(password: string, cost = fullCost): Promise<string> {
  return inTurn(async () => {
    const salt = randomBytes(saltBytes);
    const key = await argon2Key(password, { ...cost.argon2, nonce: salt, tagLength: keyBytes });
    return formatHash(cost, salt, key);
  });
}

/**
 * Whether the password matches the hash. Every wrong password costs one argon2id and one scrypt,
 * even without a hash, so that timing reveals neither whether an account exists nor how old its
 * hash is.
 */
export function matchesHash(
  hash: string | undefined,
  password: string,
  cost = fullCost,
): Promise<boolean> {
  return inTurn(() => compare(hash, password, cost));
}

async function compare(
  hash: string | undefined,
  password: string,
  cost: PasswordCost,
): Promise<boolean> {
  const isScrypt = hash !== undefined && scryptHash.test(hash);
  const isRight = isScrypt
    ? await matchesScrypt(hash, password)
    : await matchesArgon2(hash ?? unmatchedArgon2(cost), password);
  if (isRight) return true;
  if (isScrypt) await matchesArgon2(unmatchedArgon2(cost), password);
  else await matchesScrypt(unmatchedScrypt, password, cost);
  return false;
}

/** Whether a password should be hashed again after it matched. */
export function isOutdated(hash: string, cost = fullCost): boolean {
  return !hash.startsWith(formatPrefix(cost));
}

function formatPrefix({ argon2: { memory, passes, parallelism } }: PasswordCost): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
}

function formatHash(cost: PasswordCost, salt: Uint8Array, key: Uint8Array): string {
  return `${formatPrefix(cost)}${toUnpaddedBase64(salt)}$${toUnpaddedBase64(key)}`;
}

/** Base64 as in PHC strings. */
function toUnpaddedBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}

const argon2Hash =
  /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

async function matchesArgon2(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', expected = ''] = argon2Hash.exec(hash) ?? [];
  if (expected === '') throw new Error('unknown password hash format');
  const expectedKey = Buffer.from(expected, 'base64');
  const key = await argon2Key(password, {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expectedKey.length,
  });
  return timingSafeEqual(key, expectedKey);
}

function argon2Key(
  password: string,
  parameters: Omit<Argon2Parameters, 'message'>,
): Promise<Buffer> {
  const message = normalize(password);
  return deriveArgon2('argon2id', { ...parameters, message });
}

/** Salt and key in hexadecimal; the salt was used in this encoded form. */
const scryptHash = /^([0-9a-f]{32}):([0-9a-f]{128})$/;
const maxmem = 64 * 1024 * 1024;

async function matchesScrypt(
  hash: string,
  password: string,
  { scrypt } = fullCost,
): Promise<boolean> {
  const [, salt = '', expected = ''] = scryptHash.exec(hash) ?? [];
  const expectedKey = Buffer.from(expected, 'hex');
  const key = await deriveScrypt(normalize(password), salt, expectedKey.length, {
    ...scrypt,
    maxmem,
  });
  return timingSafeEqual(key, expectedKey);
}

/** Keyboards compose letters such as ü in different ways. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

/** Hashes that no known password matches. */
const unmatchedArgon2 = (cost: PasswordCost) =>
  formatHash(cost, Buffer.alloc(saltBytes), Buffer.alloc(keyBytes));
const unmatchedScrypt = `${'0'.repeat(32)}:${'0'.repeat(128)}`;
