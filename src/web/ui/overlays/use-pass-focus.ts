import { type RefObject, useEffect, useRef } from 'react';

/**
 * Passes the focus of a dialog's `fields` once to the `first` of them, when that is loaded, whether the
 * dialog focuses the fields before or after.
 */
export function usePassFocus(
  fields: RefObject<HTMLElement | null>,
  first: RefObject<HTMLElement | null>,
  isLoaded: boolean,
): void {
  // A tap beside the fields focuses them later, and should not open a phone's keyboard.
  const isDone = useRef(false);
  useEffect(() => {
    if (!isLoaded) return;
    const passFocus = () => {
      if (isDone.current || !first.current) return;
      if (document.activeElement === fields.current) first.current.focus();
      isDone.current = document.activeElement === first.current;
    };
    passFocus();
    document.addEventListener('focusin', passFocus);
    return () => document.removeEventListener('focusin', passFocus);
  }, [isLoaded, fields, first]);
}
