import ScrollText from 'lucide-react/icons/scroll-text';
import type { PaletteEntries } from '#web/palette.ts';
import { auditCalls } from '../contract.ts';

export const palette: PaletteEntries = {
  place: 60,
  commands: [
    {
      label: 'Audit Log',
      icon: ScrollText,
      words: 'history changes who did records trail',
      link: { to: '/audit' },
      allowed: auditCalls.list,
    },
  ],
};
