import { type RefObject, useEffect, useRef } from 'react';

/** Restores the focus, which fields lose while they are disabled. */
export function useRestoreFocus(fields: RefObject<HTMLElement | null>, isBusy: boolean): void {
  const focused = useRef<Element>(null);
  useEffect(() => {
    const recordFocus = () => {
      const { activeElement } = document;
      if (fields.current?.contains(activeElement)) focused.current = activeElement;
      else if (activeElement?.closest('button')) focused.current = null;
    };
    document.addEventListener('focusin', recordFocus);
    return () => document.removeEventListener('focusin', recordFocus);
  }, [fields]);
  useEffect(() => {
    if (!isBusy && focused.current instanceof HTMLElement) focused.current.focus();
  }, [isBusy]);
}
