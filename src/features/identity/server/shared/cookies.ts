/** Cookies: host-wide, and inaccessible to scripts and other sites. */
import { parseCookie, stringifySetCookie } from 'cookie';

/** Under TLS, the `__Host-` prefix binds a cookie to this host and to https. */
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
 * A `Set-Cookie` header; 0 seconds delete the cookie. Strict, because only our own page sends it:
 * links in mails and OIDC redirects load the page, which then makes the request itself.
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
