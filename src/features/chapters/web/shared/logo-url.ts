import { apiBase } from '#web/api/api-base.ts';
import { logoPath } from '../../logo-path.ts';

/** The URL of a chapter's logo; undefined without one. */
export function getLogoUrl(hash: string | null): string | undefined {
  return hash === null ? undefined : `${apiBase}${logoPath}/${hash}`;
}
