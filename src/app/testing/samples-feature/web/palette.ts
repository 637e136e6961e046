import type { PaletteEntries } from '#web/palette.ts';

export const palette: PaletteEntries = { place: 90, words: { Samples: 'tastings' } };
