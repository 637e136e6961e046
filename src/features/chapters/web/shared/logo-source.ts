import { apiBase } from '#web/api/api-base.ts';
import { logoPath } from '../../logo-path.ts';

/** Where a chapter's logo is; undefined when it has none. */
export function logoSource(hash: string | null): string | undefined {
  return hash === null ? undefined : `${apiBase}${logoPath}/${hash}`;
}
