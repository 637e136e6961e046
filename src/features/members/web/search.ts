import type { DirectorySort } from '../directory.ts';

/** What the address of the directory carries; anything else in it is left out. */
export type MembersSearch = {
  /** What is searched for. */
  q?: string | undefined;
  /** By name unless it says otherwise. */
  sort?: Exclude<DirectorySort, 'name'> | undefined;
  /** Arrives from 'Contact Member': the cursor goes into the search box. */
  focus?: 'search' | undefined;
  /** The dialog that is open, for admins. */
  dialog?: 'invite' | 'import' | undefined;
};

export function membersSearch(raw: Record<string, unknown>): MembersSearch {
  // The router reads `?q=12` as a number.
  const q = typeof raw.q === 'number' ? String(raw.q) : raw.q;
  const { sort, dialog } = raw;
  return {
    ...(typeof q === 'string' && q !== '' ? { q: q.slice(0, 200) } : {}),
    ...(sort === 'company' || sort === 'city' || sort === 'joined' ? { sort } : {}),
    ...(raw.focus === 'search' ? { focus: 'search' } : {}),
    ...(dialog === 'invite' || dialog === 'import' ? { dialog } : {}),
  };
}
