import type { PaletteEntries } from '#web/palette.ts';

export const palette: PaletteEntries = {
  place: 13,
  words: {
    Dues: 'late overdue remind reminder statement owe fee membership waive due',
    'New Charge': 'add create ask dues fee membership late',
  },
};
