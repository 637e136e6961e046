import type { BaseUIEvent } from '@base-ui/react/types';
import { type KeyboardEvent, useState } from 'react';
import { isInFull } from './match-options.ts';

/**
 * Text typed into a field that chooses from a list. It stays until an option is chosen or it is removed:
 * no form is sent while it says what is not chosen (`focusTypedText`). What is typed in full is chosen when the
 * field is left, unless several options are called so.
 */
export function useTypedText<Value extends string>(
  options: readonly { value: Value; label: string }[],
  onChoose: (value: Value) => void,
  onBlur: (() => void) | undefined,
) {
  /** Undefined unless something was typed or removed since the last choice. */
  const [shown, setShown] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const show = (text: string | undefined) => {
    setShown(text);
    setLeft(false);
  };
  const text = shown ?? '';
  const isTyped = text.trim() !== '';
  const findTyped = () => {
    const [found, ...more] = isTyped ? options.filter(({ label }) => isInFull(label, text)) : [];
    return more.length === 0 ? found : undefined;
  };
  return {
    shown,
    text,
    clear: () => show(undefined),
    /** Why the form is not sent, once the field was left. */
    problem:
      isTyped && isLeft && !findTyped()
        ? 'Choose from the list, or remove what is typed.'
        : undefined,
    /** For `Root`, which would also clear the text when its list closes. */
    onInputValueChange: (typed: string, { reason }: { reason: string }) => {
      if (reason === 'input-change') show(typed);
    },
    inputProps: {
      'data-typed': isTyped || undefined,
      onKeyDown: keepEnterFromSending,
      onBlur: () => {
        const found = findTyped();
        if (isTyped && !found) setLeft(true);
        else show(undefined);
        if (found) onChoose(found.value);
        onBlur?.();
      },
    },
  };
}

/**
 * Enter takes what is highlighted and never sends the form around the field. Escape closes the list, and
 * without one the dialog around it, instead of clearing the choice.
 */
export function keepEnterFromSending(event: BaseUIEvent<KeyboardEvent<HTMLInputElement>>): void {
  const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true';
  if (event.key === 'Enter') event.preventDefault();
  if (event.key === 'Escape' && !isOpen) event.preventBaseUIHandler();
}
