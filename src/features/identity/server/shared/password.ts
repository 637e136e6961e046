/**
 * Passwords are hashed with argon2id, with the parameters that OWASP recommends, off the main thread.
 * Earlier versions hashed them with scrypt: those hashes still match, and `isOutdated` names them.
 */
import { type Argon2Parameters, argon2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const deriveArgon2 = promisify(argon2);
const deriveScrypt = promisify<string, string, number, object, Buffer>(scrypt);

/** 19 MiB, which `memory` counts in KiB. */
const argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const keyBytes = 32;

/** As a PHC string, which names the algorithm and its cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await argon2Key(password, { ...argon2Cost, nonce: salt, tagLength: keyBytes });
  return formatHash(salt, key);
}

/**
 * Whether the password is the one of the hash. Every wrong password costs one argon2id and one scrypt,
 * also without a hash, so that the time tells neither whether an account exists nor how old its hash is.
 */
export async function matchesHash(hash: string | undefined, password: string): Promise<boolean> {
  const isScrypt = hash !== undefined && scryptHash.test(hash);
  const isRight = isScrypt
    ? await matchesScrypt(hash, password)
    : await matchesArgon2(hash ?? unmatchedArgon2, password);
  if (isRight) return true;
  if (isScrypt) await matchesArgon2(unmatchedArgon2, password);
  else await matchesScrypt(unmatchedScrypt, password);
  return false;
}

/** Whether a password that was just found right should be hashed again. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(currentPrefix);
}

const currentPrefix = `$argon2id$v=19$m=${argon2Cost.memory},t=${argon2Cost.passes},p=${argon2Cost.parallelism}$`;

function formatHash(salt: Uint8Array, key: Uint8Array): string {
  return `${currentPrefix}${unpadded(salt)}$${unpadded(key)}`;
}

/** Base64 as PHC strings have it. */
function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}

const argon2Hash =
  /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

async function matchesArgon2(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', expected = ''] = argon2Hash.exec(hash) ?? [];
  if (expected === '') throw new Error('a password hash is of no known kind');
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
  return deriveArgon2('argon2id', { ...parameters, message: normalized(password) });
}

/** The salt and the key in hexadecimal; the salt was used as this very text. */
const scryptHash = /^([0-9a-f]{32}):([0-9a-f]{128})$/;
const scryptCost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };

async function matchesScrypt(hash: string, password: string): Promise<boolean> {
  const [, salt = '', expected = ''] = scryptHash.exec(hash) ?? [];
  const expectedKey = Buffer.from(expected, 'hex');
  const key = await deriveScrypt(normalized(password), salt, expectedKey.length, scryptCost);
  return timingSafeEqual(key, expectedKey);
}

/** Keyboards differ in how they compose letters such as ü. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}

/** Hashes that no password is known for. */
const unmatchedArgon2 = formatHash(Buffer.alloc(saltBytes), Buffer.alloc(keyBytes));
const unmatchedScrypt = `${'0'.repeat(32)}:${'0'.repeat(128)}`;
