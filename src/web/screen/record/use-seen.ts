import { useState } from 'react';
import { isConflict } from '#web/api/call-error.ts';
import { isSameInput, mergeInput } from './merge-input.ts';

/**
 * The version of a record that a form is about and its save replaces. It follows the latest until
 * something is typed. From then on, someone else's change is a conflict, and only after the user was
 * told so, the form is about the latest version.
 */
export function useSeen<T extends { readonly version: number }>(latest: T, error: Error | null) {
  const [seen, setSeen] = useState(latest);
  const [isTyped, setIsTyped] = useState(false);
  const [lastError, setLastError] = useState(error);
  if (error !== lastError) {
    setLastError(error);
    // A conflict is reported once the latest version is loaded.
    if (isConflict(error)) setSeen(latest);
  } else if (!isTyped && seen.version !== latest.version) {
    setSeen(latest);
  }
  return { seen, onTyped: () => setIsTyped(true) };
}

/** The fields of a small form. Those that were not touched follow `initial`. */
export function useRecordInput<Values extends object>(initial: Values) {
  const [{ before, typed }, setInput] = useState({ before: initial, typed: initial });
  if (!isSameInput(before, initial)) {
    setInput({ before: initial, typed: mergeInput(typed, before, initial) });
  }
  return {
    typed,
    isChanged: !isSameInput(before, typed),
    change: (changed: Partial<Values>) => setInput({ before, typed: { ...typed, ...changed } }),
  };
}
