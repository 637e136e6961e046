import { type Id, isId } from '#kit/id.ts';
import { type DirectorySort, type Initial, initials } from '../directory.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The directory's address from which a member's page was opened. */
    directory?: Pick<MembersSearch, 'q' | 'sort' | 'initial'> | undefined;
    /** Opens the form of one's own profile. */
    editsProfile?: true | undefined;
  }
}

const membersDialogs = ['invite', 'import', 'groups', 'group'] as const;
export type MembersDialog = (typeof membersDialogs)[number];

/** The search of the directory's address. */
export type MembersSearch = {
  q?: string | undefined;
  /** Omitted for sorting by name. */
  sort?: Exclude<DirectorySort, 'name'> | undefined;
  /** The letter chosen from the index. */
  initial?: Initial | undefined;
  /** Focuses the search box; set by 'Contact Member'. */
  focus?: 'search' | undefined;
  /** The open dialog; all but the list of groups are for admins only. */
  dialog?: MembersDialog | undefined;
  /** The group whose form is open; omitted for a new one. */
  group?: Id<'group'> | undefined;
};

export function parseMembersSearch(raw: Record<string, unknown>): MembersSearch {
  const { q, sort, group } = raw;
  const initial = initials.find((letter) => letter === raw.initial);
  const dialog = membersDialogs.find((name) => name === raw.dialog);
  return {
    ...(typeof q === 'string' && q !== '' ? { q: q.slice(0, 200) } : {}),
    ...(sort === 'company' || sort === 'city' || sort === 'joined' ? { sort } : {}),
    ...(initial ? { initial } : {}),
    ...(raw.focus === 'search' ? { focus: 'search' } : {}),
    ...(dialog ? { dialog } : {}),
    ...(dialog === 'group' && typeof group === 'string' && isId<'group'>(group) ? { group } : {}),
  };
}
