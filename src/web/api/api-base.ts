import type { Endpoint } from '#kit/endpoint.ts';
import { buildAddress, type UncheckedArguments } from './request.ts';

const environment: Partial<Record<string, string>> = import.meta.env ?? {};

export const apiBase = trimTrailingSlash(environment.VITE_API_BASE ?? '/api');
const homeApiBase = trimTrailingSlash(environment.VITE_HOME_API_BASE ?? apiBase);

/** The base URL of a call: reads of Home and Members, which use the cookie, may have their own. */
function getBaseUrl(endpoint: Endpoint): string {
  return endpoint.credential === 'cookie-or-bearer' ? homeApiBase : apiBase;
}

/** The whole address of a read, also for a link or an image. */
export function buildUrl(endpoint: Endpoint, given: UncheckedArguments): string {
  return getBaseUrl(endpoint) + buildAddress(endpoint, given);
}

function trimTrailingSlash(base: string): string {
  return base.replace(/\/+$/, '');
}
