import { useEffect, useRef } from 'react';
import { focusHeading } from '../layout/focus-heading.ts';

/** Longer than anything takes to leave the screen, where the machine is not busy. */
const leavingMilliseconds = 300;

/**
 * What closes gives the focus back to what opened it. A pasted link opened by nothing, and a row
 * that was deleted, leave it nowhere: then the page's heading gets it.
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
      // On a busy machine it is still leaving.
      if (active?.closest('[role$=dialog]')) return;
      // What has the focus back may go still, with its row, once that is read anew.
      if (active !== body && (opener ?? active) === active) {
        opener = active;
        return;
      }
      clearInterval(timer);
      if (active === body && !opener?.isConnected) focusHeading();
    }, leavingMilliseconds);
    return () => clearInterval(timer);
  }, [isOpen]);
}
