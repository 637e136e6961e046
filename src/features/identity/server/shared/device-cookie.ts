/**
 * A cookie for browsers that have signed in to an account, one per account (OWASP's device cookie).
 * It signs no one in. Attempts from such a browser are counted apart from those of strangers, who
 * could otherwise keep the owner out by guessing wrong.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RequestFacts } from '#server/http/request-facts.ts';
import { readCookie, writeCookie } from './cookies.ts';
import type { IdentityServices } from './services.ts';

type Services = Pick<IdentityServices, 'secret' | 'isSecure'>;

/** Longer than a session: it matters most once that has ended. */
const lifetimeSeconds = 365 * 24 * 3_600;

export function writeDeviceCookie(email: string, services: Services): string {
  return writeCookie({
    name: cookieName(email, services),
    value: sign('device', email, services).toString('base64url'),
    seconds: lifetimeSeconds,
    isSecure: services.isSecure,
  });
}

/** `email` in lower case. */
export function isKnownDevice(
  { headers }: Pick<RequestFacts, 'headers'>,
  email: string,
  services: Services,
): boolean {
  if (!headers.cookie?.includes(prefix)) return false;
  const { isSecure } = services;
  const value = readCookie(headers.cookie, { name: cookieName(email, services), isSecure });
  const given = Buffer.from(value ?? '', 'base64url');
  const expected = sign('device', email, services);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const prefix = 'hub_device_';

/** People who share a browser keep a cookie each; the name does not reveal the address. */
function cookieName(email: string, services: Services): string {
  return prefix + sign('device-name', email, services).toString('base64url').slice(0, 12);
}

function sign(what: string, email: string, { secret }: Services): Buffer {
  return createHmac('sha256', secret).update(`chapter-hub ${what}/${email}`).digest();
}
