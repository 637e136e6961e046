/**
 * TOTP codes (RFC 6238: SHA-1, six digits, 30 seconds) and recovery codes. By hand: it is one HMAC, and what matters,
 * that no code counts twice, a library leaves to its caller.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Instant } from '#kit/day.ts';
import { codeDigits, recoveryCodeCount } from '../../factor-contract.ts';

const stepMilliseconds = 30_000;
const appCode = new RegExp(`^\\d{${codeDigits}}$`);

/** 160 random bits, as RFC 4226 recommends. */
export function newTotpSecret(): Buffer {
  return randomBytes(20);
}

/** RFC 4648, as authenticator apps expect secrets. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => base32Letters[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The URI in the QR code. Not by URLSearchParams: some apps show its plus signs for spaces. */
export function totpUri(secret: Uint8Array, email: string): string {
  const issuer = encodeURIComponent('Chapter Hub');
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${encodeBase32(secret)}&issuer=${issuer}`;
}

/**
 * The time step of a code: the current one or a neighbor, because clocks differ and people type
 * slowly. All three are always compared, to take constant time.
 */
export function findStep(secret: Uint8Array, code: string, now: Instant): number | undefined {
  const current = Math.floor(Temporal.Instant.from(now).epochMilliseconds / stepMilliseconds);
  const given = Buffer.from(code);
  let found: number | undefined;
  for (const step of [current - 1, current, current + 1]) {
    const expected = Buffer.from(generateCode(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}

/** Dynamic truncation of RFC 4226: four bytes of the HMAC at the offset in its last nibble. */
export function generateCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** codeDigits).padStart(codeDigits, '0');
}

/** Strips the spaces and dashes that make codes readable. */
export function normalizeCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toUpperCase();
}

export function isAppCode(plain: string): boolean {
  return appCode.test(plain);
}

/** No vowels, so no words; no characters that look alike. */
const letters = '3456789BCDFGHJKMNPQRTVWXY';
const recoveryLetters = 16;

/** Ten codes of 74 random bits, in groups of four. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, newRecoveryCode);
}

function newRecoveryCode(): string {
  let code = '';
  while (code.length < recoveryLetters) {
    for (const byte of randomBytes(32)) {
      // Larger bytes would make some letters more likely (modulo bias).
      if (byte < Math.floor(256 / letters.length) * letters.length && code.length < recoveryLetters)
        code += letters[byte % letters.length];
    }
  }
  return code.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Keyed with the server's secret, so that a database copy alone cannot be brute-forced. */
export function hashRecoveryCode(
  plain: string,
  key: { secret: string; accountId: string },
): string {
  return createHmac('sha256', key.secret)
    .update(`recovery code of ${key.accountId}: ${plain}`)
    .digest('base64url');
}
