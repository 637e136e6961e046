import { useEffect, useRef } from 'react';
import { focusHeading } from '../layout/focus-heading.ts';

/** Longer than any closing animation. */
const closingMilliseconds = 300;

/**
 * An overlay returns the focus to the element that opened it. If there is none, as for a pasted link or
 * a deleted row, this focuses the page's heading.
 */
export function useFocusWhenClosed(isOpen: boolean): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) wasOpen.current = true;
    if (isOpen || !wasOpen.current) return undefined;
    wasOpen.current = false;
    let opener: Element | null = null;
    const timer = setInterval(() => {
      const { activeElement: active, body } = document;
      // Still closing on a slow machine.
      if (active?.closest('[role$=dialog]')) return;
      // The focused opener may still disappear with its row when the list is reloaded.
      if (active !== body && (opener ?? active) === active) {
        opener = active;
        return;
      }
      clearInterval(timer);
      if (active === body && !opener?.isConnected) focusHeading();
    }, closingMilliseconds);
    return () => clearInterval(timer);
  }, [isOpen]);
}
