import type { BaseUIEvent } from '@base-ui/react/types';
import { type KeyboardEvent, useState } from 'react';
import { isSameText } from './match-options.ts';

/**
 * Text typed into a field that chooses from a list. It stays until an option is chosen or it is removed:
 * no form is sent while it says what is not chosen (`focusTypedText`).
 */
export function useTypedText<Value extends string>(
  options: readonly { value: Value; label: string }[],
  onChoose: (value: Value) => void,
) {
  const [shown, setShown] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const set = (typed: string | undefined) => {
    setShown(typed);
    setLeft(false);
  };
  const text = shown ?? '';
  const isTyped = text.trim() !== '';
  return {
    /** Undefined unless something was typed or removed since the last choice. */
    shown,
    text,
    isTyped,
    clear: () => set(undefined),
    /** Why the form is not sent, once the field was left. */
    problem: isTyped && isLeft ? `Choose from the list, or remove “${text.trim()}”.` : undefined,
    /** For `Root`, which would also clear the text when its list closes. */
    onInputValueChange: (typed: string, { reason }: { reason: string }) => {
      if (reason === 'input-change') set(typed);
    },
    /** What was typed in full is chosen. */
    leave: () => {
      const exact = options.filter(({ label }) => isSameText(label, text));
      const [only] = exact;
      if (!isTyped) set(undefined);
      else if (only && exact.length === 1) {
        set(undefined);
        onChoose(only.value);
      } else setLeft(true);
    },
  };
}

/**
 * Enter takes what is highlighted and never sends the form around the field. Escape closes the list, and
 * without one the dialog around it, instead of clearing the choice.
 */
export function keepKeys(event: BaseUIEvent<KeyboardEvent<HTMLInputElement>>): void {
  const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true';
  if (event.key === 'Enter') event.preventDefault();
  if (event.key === 'Escape' && !isOpen) event.preventBaseUIHandler();
}

/** Focuses the first field of a form whose text is not chosen. Returns whether there is one. */
export function focusTypedText(form: Element | null): boolean {
  const field = form?.querySelector<HTMLElement>('[data-typed]');
  field?.focus();
  return Boolean(field);
}
