import type { IncomingHttpHeaders } from 'node:http';

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Whether a write comes from another site's page. Browsers say so themselves (Sec-Fetch-Site,
 * else Origin); programs send neither and have no cookies to abuse.
 */
export function isCrossSiteWrite(
  method: string,
  headers: IncomingHttpHeaders,
  publicOrigin: string,
): boolean {
  if (!writes.has(method)) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const origin = headers.origin;
  return origin !== undefined && origin !== publicOrigin;
}
