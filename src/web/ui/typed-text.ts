/**
 * Text in the fields of a form that chose nothing (`useTypedText`). Apart from what finds options, which every overlay
 * would load.
 */
import { flushSync } from 'react-dom';

/** Whether a field has text that is not chosen. */
export const hasTypedText = (within: Element | null): boolean =>
  Boolean(within?.querySelector('[data-typed]'));

/**
 * Leaves all fields with text, which chooses what is typed in full and names the rest, and focuses the first of
 * the rest. Returns whether there is one. Call it in an event handler.
 */
export function focusTypedText(within: Element | null): boolean {
  const findAll = () => within?.querySelectorAll<HTMLElement>('[data-typed]') ?? [];
  for (const field of findAll()) {
    flushSync(() => {
      field.focus();
      field.blur();
    });
  }
  const [first] = findAll();
  first?.focus();
  return first !== undefined;
}
