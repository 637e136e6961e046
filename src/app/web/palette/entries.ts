/** What every feature offers, found by file name; only the palette loads it. */
import type { PaletteEntries } from '#web/palette.ts';

const byPlace = (one: { readonly place: number }, other: { readonly place: number }) =>
  one.place - other.place;

const entries = Object.values(
  import.meta.glob<PaletteEntries>('/src/features/*/web/palette.ts', {
    eager: true,
    import: 'palette',
  }),
).sort(byPlace);

export const commandsOfFeatures = entries.flatMap(({ commands = [] }) => commands);
export const finders = entries.flatMap(({ finders: own = [] }) => own).sort(byPlace);
/** What else people type for pages, quick actions and the commands of no feature, by their labels. */
export const words: Readonly<Record<string, string>> = Object.assign(
  {
    Home: 'start dashboard overview',
    Settings: 'my account preferences sessions devices sign-in security',
    'Password and Passkeys':
      'change security two-step verification 2fa authenticator second factor recovery codes sign-in',
    'Theme: Light': 'mode appearance bright day colors',
    'Theme: Dark': 'mode appearance night black colors',
    'Theme: System': 'mode appearance automatic default colors',
    'Keyboard Shortcuts': 'keys help hotkeys',
    'Sign Out': 'log out logout leave exit',
  },
  ...entries.map(({ words: own }) => own),
);
