/** The hub's cookies: all for the whole host, and none that a script or another site can use. */
import { parseCookie, stringifySetCookie } from 'cookie';

/** Under TLS the `__Host-` prefix ties a cookie to this very host, by https only. */
function fullName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}

export function readCookie(
  header: string | undefined,
  { name, isSecure }: { name: string; isSecure: boolean },
): string | undefined {
  return header === undefined ? undefined : parseCookie(header)[fullName(name, isSecure)];
}

/**
 * A `Set-Cookie` header; `seconds` of 0 takes the cookie away. Strict, because nothing but our own page
 * ever needs to send it: a link from a mail, or the way back from a hosted provider, loads the page,
 * which then asks for itself.
 */
export function writeCookie(cookie: {
  name: string;
  value: string;
  seconds: number;
  isSecure: boolean;
}): string {
  return stringifySetCookie({
    name: fullName(cookie.name, cookie.isSecure),
    value: cookie.value,
    maxAge: cookie.seconds,
    path: '/',
    httpOnly: true,
    secure: cookie.isSecure,
    sameSite: 'strict',
  });
}
