/** Codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds), and recovery codes. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Instant } from '#kit/day.ts';
import { codeDigits, recoveryCodeCount } from '../../factor-contract.ts';

const stepMilliseconds = 30_000;
const appCode = new RegExp(`^\\d{${codeDigits}}$`);

/** 160 random bits, as RFC 4226 asks for. */
export function newTotpSecret(): Buffer {
  return randomBytes(20);
}

/** As people type it where there is no camera, and as apps read it from the picture (RFC 4648). */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => base32Letters[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an app reads from the picture. Encoded by hand, because some show a plus for a space. */
export function totpUri(secret: Uint8Array, email: string): string {
  const issuer = encodeURIComponent('Chapter Hub');
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${encodeBase32(secret)}&issuer=${issuer}`;
}

/**
 * The 30 seconds that a code is of, counted since 1970: now, just before or just after, because
 * clocks differ and people type slowly. All three are compared, whichever is right.
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

/** RFC 4226: four bytes of the HMAC, from where its last half byte points to. */
export function generateCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(number % 10 ** codeDigits).padStart(codeDigits, '0');
}

/** As it is compared: without the spaces and dashes that make it readable. */
export function normalizeCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toUpperCase();
}

export function isAppCode(plain: string): boolean {
  return appCode.test(plain);
}

/** No vowels, so no words; nothing that looks like something else. */
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
      // Bytes beyond the last whole round would make some letters likelier.
      if (byte < Math.floor(256 / letters.length) * letters.length && code.length < recoveryLetters)
        code += letters[byte % letters.length];
    }
  }
  return code.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** With the hub's secret, so that a copy of the database alone cannot be tried out. */
export function hashRecoveryCode(
  plain: string,
  key: { secret: string; accountId: string },
): string {
  return createHmac('sha256', key.secret)
    .update(`recovery code of ${key.accountId}: ${plain}`)
    .digest('base64url');
}
