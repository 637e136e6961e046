import type { Endpoint } from '#kit/endpoint.ts';

const environment: Partial<Record<string, string>> = import.meta.env ?? {};

export const apiBase = trimTrailingSlash(environment.VITE_API_BASE ?? '/api');
const homeApiBase = trimTrailingSlash(environment.VITE_HOME_API_BASE ?? apiBase);

/** The base URL of a call: reads of Home and Members, which use the cookie, may have their own. */
export function getBaseUrl(endpoint: Endpoint): string {
  return endpoint.credential === 'cookie-or-bearer' ? homeApiBase : apiBase;
}

function trimTrailingSlash(base: string): string {
  return base.replace(/\/+$/, '');
}
