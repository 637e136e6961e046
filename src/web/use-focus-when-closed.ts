import { useEffect, useRef } from 'react';
import { focusHeading } from './layout/focus-heading.ts';

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
    const timer = setInterval(() => {
      const { activeElement } = document;
      // On a busy machine it is still leaving.
      if (activeElement?.closest('[role$=dialog]')) return;
      clearInterval(timer);
      if (activeElement === document.body) focusHeading();
    }, leavingMilliseconds);
    return () => clearInterval(timer);
  }, [isOpen]);
}
