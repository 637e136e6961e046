/** The session cookie contains the session's token and its HMAC-SHA256 with the server's secret. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sessionLifetime } from '../sessions/session-lifetime.ts';
import { readCookie, writeCookie } from './cookies.ts';

const name = 'hub_session';

/** Returns the session token of a `Cookie` header if its signature is valid. */
export function readSessionCookie(
  header: string | undefined,
  { secret, isSecure }: { secret: string; isSecure: boolean },
): string | undefined {
  const value = readCookie(header, { name, isSecure });
  const [token, signature, ...rest] = value?.split('.') ?? [];
  if (!token || !signature || rest.length > 0) return undefined;
  const expected = sign(token, secret);
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

export function writeSessionCookie(
  token: string,
  { secret, isSecure }: { secret: string; isSecure: boolean },
): string {
  const value = `${token}.${sign(token, secret).toString('base64')}`;
  return writeCookie({ name, value, seconds: sessionLifetime.maxSeconds, isSecure });
}

export function clearSessionCookie(isSecure: boolean): string {
  return writeCookie({ name, value: '', seconds: 0, isSecure });
}

function sign(token: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(token).digest();
}
