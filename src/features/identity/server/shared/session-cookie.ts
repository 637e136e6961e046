/** The session cookie as better-auth writes it: `<session token>.<HMAC-SHA256 of it>`, URI-encoded. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseCookies } from 'better-auth/cookies/utils';
import { sessionLifetime } from '../sessions/session-lifetime.ts';

/** Under TLS the `__Host-` prefix ties the cookie to this very host, by https only. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-hub_session' : 'hub_session';
}

/**
 * Strict, because nothing but our own page ever needs to send it: a link from a mail loads the
 * page, which then asks for itself.
 */
export function sessionCookieAttributes(isSecure: boolean) {
  return { httpOnly: true, secure: isSecure, sameSite: 'strict', path: '/' } as const;
}

/** The session token of a `Cookie` header, when its signature is ours. */
export function readSessionCookie(
  header: string | undefined,
  options: { secret: string; isSecure: boolean },
): string | undefined {
  if (header === undefined) return undefined;
  const value = parseCookies(header).get(sessionCookieName(options.isSecure));
  const [token, signature, ...rest] = value?.split('.') ?? [];
  if (!token || !signature || rest.length > 0) return undefined;
  const expected = createHmac('sha256', options.secret).update(token).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

/** The cookie of a session made without better-auth, written as better-auth would. */
export function sessionCookie(
  token: string,
  { secret, isSecure }: { secret: string; isSecure: boolean },
): string {
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  const value = encodeURIComponent(`${token}.${signature}`);
  const secure = isSecure ? '; Secure' : '';
  return `${sessionCookieName(isSecure)}=${value}; Max-Age=${sessionLifetime.longestSeconds}; Path=/; HttpOnly${secure}; SameSite=Strict`;
}

export function clearedSessionCookie(isSecure: boolean): string {
  const name = sessionCookieName(isSecure);
  return `${name}=; Max-Age=0; Path=/; HttpOnly${isSecure ? '; Secure' : ''}; SameSite=Strict`;
}
