/** Which key asks for what, and whether this is a moment to listen to it. */
import { readPersonal, writePersonal } from '#web/screen/personal-storage.ts';

export type PaletteKind = 'commands' | 'shortcuts';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Ctrl or ⌘ with K always; `/` and `?` alone only while single keys are on. */
export function askedBy(pressed: Pressed, areSingleKeysOn: boolean): PaletteKind | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (altKey) return undefined;
  if (ctrlKey !== metaKey && !shiftKey && key.toLowerCase() === 'k') return 'commands';
  if (ctrlKey || metaKey || !areSingleKeysOn) return undefined;
  if (key === '/') return 'commands';
  return key === '?' ? 'shortcuts' : undefined;
}

/** A letter belongs to the field that is being filled in. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
    ? true
    : false;
}

/** A dialog is open and wants its answer first: going elsewhere would lose what was typed there. */
export function isAskedSomething(): boolean {
  return (
    document.querySelector('[role=alertdialog], [role=dialog]:not([data-side-panel])') !== null
  );
}

const singleKeys = 'single-keys';

export function areSingleKeysOn(): boolean {
  return readPersonal(singleKeys) !== 'off';
}

export function turnSingleKeys(isOn: boolean): void {
  writePersonal(singleKeys, isOn ? 'on' : 'off');
}
