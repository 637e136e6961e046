/** Shortcuts of one key without a modifier, which members can turn off (WCAG 2.1.4). */
import { readPersonal, writePersonal } from './personal-storage.ts';

const singleKeys = 'single-keys';

export function areSingleKeysOn(): boolean {
  return readPersonal(singleKeys) !== 'off';
}

export function setSingleKeys(isOn: boolean): void {
  writePersonal(singleKeys, isOn ? 'on' : 'off');
}

/** Whether a single key pressed there is a shortcut and not typed into a field. */
export function allowsSingleKeys(target: EventTarget | null): boolean {
  const isTyping =
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]',
    ) !== null;
  return areSingleKeysOn() && !isTyping;
}

/** Shortcuts do not work in open dialogs, whose input they could discard. */
export function isDialogOpen(): boolean {
  return (
    document.querySelector(
      'dialog[open], [role=alertdialog], [role=dialog]:not([data-side-panel])',
    ) !== null
  );
}
