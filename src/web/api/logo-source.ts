import { logoPath } from '#features/identity/contract.ts';
import { apiBase } from './api-base.ts';

/** Where a chapter's logo is; undefined when it has none. */
export function logoSource(hash: string | null): string | undefined {
  return hash === null ? undefined : `${apiBase}${logoPath}/${hash}`;
}
