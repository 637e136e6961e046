/** The palette's shortcuts and when they apply. */
import { readPersonal, writePersonal } from '#web/screen/personal-storage.ts';

export type PaletteKind = 'commands' | 'shortcuts';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Ctrl+K or ⌘K always; `/` and `?` only while single keys are on. */
export function parseShortcut(pressed: Pressed, areSingleKeysOn: boolean): PaletteKind | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (altKey) return undefined;
  if (ctrlKey !== metaKey && !shiftKey && key.toLowerCase() === 'k') return 'commands';
  if (ctrlKey || metaKey || !areSingleKeysOn) return undefined;
  if (key === '/') return 'commands';
  return key === '?' ? 'shortcuts' : undefined;
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
    ? true
    : false;
}

/** Shortcuts do not work in open dialogs, whose input they could discard. */
export function isDialogOpen(): boolean {
  return (
    document.querySelector('[role=alertdialog], [role=dialog]:not([data-side-panel])') !== null
  );
}

const singleKeys = 'single-keys';

export function areSingleKeysOn(): boolean {
  return readPersonal(singleKeys) !== 'off';
}

export function setSingleKeys(isOn: boolean): void {
  writePersonal(singleKeys, isOn ? 'on' : 'off');
}
