import HandCoins from 'lucide-react/icons/hand-coins';
import type { PaletteEntries } from '#web/palette.ts';

export const palette: PaletteEntries = {
  place: 12,
  words: { Payments: 'paid pay cash check confirm' },
  commands: [
    {
      label: 'Record Payment',
      icon: HandCoins,
      words: 'add pay paid cash check transfer money',
      link: { to: '/payments', search: { dialog: 'record' } },
    },
  ],
};
