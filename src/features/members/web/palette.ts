import FileUp from 'lucide-react/icons/file-up';
import UserRound from 'lucide-react/icons/user-round';
import Users from 'lucide-react/icons/users';
import { createFinder, maxFound, type PaletteEntries } from '#web/palette.ts';
import { groupCalls } from '../group-contract.ts';
import { importCalls } from '../import-contract.ts';
import { searchMembers, toSearchable } from '../search-members.ts';
import { membersQuery } from './queries.ts';

const memberFinder = createFinder({
  title: 'People',
  place: 10,
  icon: UserRound,
  reads: () => [membersQuery],
  list: (replies, typed) =>
    searchMembers(toSearchable(replies.flatMap(({ items }) => items)), typed)
      .slice(0, maxFound)
      .map(({ id, displayName, email }) => ({
        id,
        label: displayName,
        detail: email,
        link: { to: '/members/$memberId', params: { memberId: id } },
      })),
});

export const palette: PaletteEntries = {
  place: 40,
  words: {
    'Contact Member': 'find search email phone call message people',
    Members: 'people directory contacts phone email',
  },
  commands: [
    {
      label: 'Groups of Members',
      icon: Users,
      words: 'board committee teams',
      link: { to: '/members', search: { dialog: 'groups' } },
      allowed: groupCalls.list,
    },
    {
      label: 'New Group',
      icon: Users,
      words: 'add create members board committee team',
      link: { to: '/members', search: { dialog: 'group' } },
      allowed: groupCalls.create,
    },
    {
      label: 'Import Members',
      icon: FileUp,
      words: 'upload csv file people spreadsheet',
      link: { to: '/members', search: { dialog: 'import' } },
      allowed: importCalls.import,
    },
    {
      label: 'Your Profile',
      icon: UserRound,
      words: 'my account edit change photo picture phone bio company privacy name',
      link: ({ me }) => ({ to: '/members/$memberId', params: { memberId: me.memberId } }),
    },
  ],
  finders: [memberFinder],
};
