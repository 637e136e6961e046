import type { DirectorySort } from '../directory.ts';

/** The search of the directory's address. */
export type MembersSearch = {
  q?: string | undefined;
  /** Omitted for sorting by name. */
  sort?: Exclude<DirectorySort, 'name'> | undefined;
  /** Focuses the search box; set by 'Contact Member'. */
  focus?: 'search' | undefined;
  /** The open dialog, for admins only. */
  dialog?: 'invite' | 'import' | undefined;
};

export function parseMembersSearch(raw: Record<string, unknown>): MembersSearch {
  // The router parses `?q=12` as a number.
  const q = typeof raw.q === 'number' ? String(raw.q) : raw.q;
  const { sort, dialog } = raw;
  return {
    ...(typeof q === 'string' && q !== '' ? { q: q.slice(0, 200) } : {}),
    ...(sort === 'company' || sort === 'city' || sort === 'joined' ? { sort } : {}),
    ...(raw.focus === 'search' ? { focus: 'search' } : {}),
    ...(dialog === 'invite' || dialog === 'import' ? { dialog } : {}),
  };
}
