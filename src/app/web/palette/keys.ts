/** The palette's shortcuts and when they apply. */
/** What the key beside the space bar is called on this computer. */
export const controlKey = /Mac|iP(?:hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

export type PaletteKind = 'commands' | 'shortcuts';

export type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Ctrl+K or ⌘K always; `/` and `?` only while single keys are on. */
export function parseShortcut(pressed: Pressed, areSingleKeysOn: boolean): PaletteKind | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (altKey) return undefined;
  if (ctrlKey !== metaKey && !shiftKey && key.toLowerCase() === 'k') return 'commands';
  if (ctrlKey || metaKey || !areSingleKeysOn) return undefined;
  if (key === '/') return 'commands';
  return key === '?' ? 'shortcuts' : undefined;
}
