/** Hashes passwords with argon2id and OWASP's recommended parameters, off the main thread. */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createConcurrencyLimit } from '#server/http/limits/concurrency-limit.ts';

const deriveArgon2 = promisify(argon2);

/**
 * Node has four threads for work off the main one, among it signing tokens. Passwords take at most two
 * of them, and a queue that empties within three seconds: later requests are asked to try again,
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

/** `memory` is in KiB. */
export type PasswordCost = {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
};

/** Of every server: no setting changes it. */
export const fullCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const keyBytes = 32;

/** Returns a PHC string, which names the algorithm and its cost. */
export function hashPassword(password: string, cost = fullCost): Promise<string> {
  return inTurn(async () => {
    const salt = randomBytes(saltBytes);
    const key = await argon2Key(password, { ...cost, nonce: salt, tagLength: keyBytes });
    return formatHash(cost, salt, key);
  });
}

/**
 * Whether the password matches the hash. Without a hash, it costs the same, so that timing does not reveal whether an
 * account exists.
 */
export function matchesHash(
  hash: string | undefined,
  password: string,
  cost = fullCost,
): Promise<boolean> {
  return inTurn(() => matchesArgon2(hash ?? unmatchedHash(cost), password));
}

/** Whether a password should be hashed again after it matched. */
export function isOutdated(hash: string, cost = fullCost): boolean {
  return !hash.startsWith(formatPrefix(cost));
}

function formatPrefix({ memory, passes, parallelism }: PasswordCost): string {
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

/** Keyboards compose letters such as ü in different ways. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

/** One that no known password matches. */
const unmatchedHash = (cost: PasswordCost) =>
  formatHash(cost, Buffer.alloc(saltBytes), Buffer.alloc(keyBytes));
