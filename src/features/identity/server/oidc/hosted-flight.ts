/**
 * A sign-in under way: what the return from the provider is checked by. The browser that began it
 * carries it in a cookie, encrypted, so that the server keeps nothing of people who never return.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { parseCookies } from 'better-auth/cookies/utils';
import { refuse } from '#kit/result.ts';

export type Flight = {
  purpose:
    | { kind: 'sign-in' }
    | { kind: 'join'; invitation: string }
    | { kind: 'connect'; accountId: string };
  state: string;
  nonce: string;
  /** PKCE: without it the provider's code is worth nothing. */
  verifier: string;
  returnTo: string;
};

type Options = { secret: string; isSecure: boolean };

export const longestFlightSeconds = 10 * 60;
const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

function cookieName(isSecure: boolean): string {
  return isSecure ? '__Host-hub_hosted' : 'hub_hosted';
}

/**
 * Strict too: the provider sends people to a page of ours, which then asks for itself, and that is
 * a call from our own site.
 */
function writeCookie(value: string, seconds: number, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${cookieName(isSecure)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly${secure}; SameSite=Strict`;
}

export function flightCookie(flight: Flight, { secret, isSecure }: Options): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(secret), iv);
  const begunAt = nowSeconds();
  const text = JSON.stringify({ ...flight, begunAt });
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
  const value = Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url');
  return writeCookie(value, longestFlightSeconds, isSecure);
}

export function clearedFlightCookie(isSecure: boolean): string {
  return writeCookie('', 0, isSecure);
}

/** Undefined for none, one that is not ours, and one begun too long ago. */
export function readFlight(
  header: string | undefined,
  { secret, isSecure }: Options,
): Flight | undefined {
  const value = header === undefined ? undefined : parseCookies(header).get(cookieName(isSecure));
  const sealed = Buffer.from(value ?? '', 'base64url');
  if (sealed.length <= ivBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, keyOf(secret), sealed.subarray(0, ivBytes));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  const begunText = sealed.subarray(ivBytes, -tagBytes);
  try {
    const text = Buffer.concat([decipher.update(begunText), decipher.final()]).toString('utf8');
    const { begunAt, ...flight } = JSON.parse(text) as Flight & { begunAt: number };
    return nowSeconds() - begunAt <= longestFlightSeconds ? flight : undefined;
  } catch {
    // Changed, or sealed with another secret.
    return undefined;
  }
}

export const notBegun = refuse(
  'unauthenticated',
  'hosted_not_begun',
  'This sign-in was not begun in this browser, or too long ago. Start again.',
);

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'hub: a hosted sign-in under way', 32));
}

function nowSeconds(): number {
  return Math.floor(Temporal.Now.instant().epochMilliseconds / 1_000);
}
