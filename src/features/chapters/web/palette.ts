import Building2 from 'lucide-react/icons/building-complex';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import UserPlus from 'lucide-react/icons/user-plus';
import type { PaletteEntries } from '#web/palette.ts';
import { chapterCalls } from '../chapter-contract.ts';
import { installationCalls } from '../installation-contract.ts';
import { invitationCalls } from '../invitation-contract.ts';

export const palette: PaletteEntries = {
  place: 50,
  commands: [
    {
      label: 'Invite Members',
      icon: UserPlus,
      words: 'add new people person join invitation email',
      link: { to: '/members', search: { dialog: 'invite' } },
      allowed: invitationCalls.inviteMany,
    },
    {
      label: 'Chapter Settings',
      icon: SlidersHorizontal,
      words: 'preferences policy name time zone logo links roles smallest payment wallets hide',
      link: { to: '/settings/chapter' },
      allowed: chapterCalls.change,
    },
    {
      label: 'Payment Settings',
      icon: SlidersHorizontal,
      words: 'chapter preferences how to pay bank account iban instructions link',
      link: { to: '/settings/payments' },
      allowed: chapterCalls.change,
    },
    {
      label: 'Chapters',
      icon: Building2,
      words: 'all installation server switch',
      link: { to: '/chapters' },
      allowed: installationCalls.chapters,
    },
    {
      label: 'Create Chapter',
      icon: Building2,
      words: 'new add',
      link: { to: '/chapters', search: { dialog: 'create' } },
      allowed: installationCalls.chapters,
    },
  ],
};
