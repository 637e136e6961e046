import { useLayoutEffect, useRef } from 'react';
import { useMedia } from '../use-media.ts';

/** From here on a panel is beside the page instead of on it. */
export const useIsPanelBeside = () => useMedia('(width >= 80rem)');

/** More than one while a panel is closing and the next has opened. */
let count = 0;

/**
 * Makes the page leave room for a side panel: with a transition, unless the page opens with the panel.
 * Marks the root: `:has()` on the root would do the same, but makes the browser restyle the whole page
 * on every change.
 */
export function useReservedPanelSpace(isReserved: boolean): void {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const value = isFirst.current ? 'at-once' : '';
    isFirst.current = false;
    if (!isReserved) return undefined;
    const root = document.documentElement;
    if (count === 0) root.setAttribute('data-panel-beside', value);
    count += 1;
    return () => {
      count -= 1;
      if (count === 0) root.removeAttribute('data-panel-beside');
    };
  }, [isReserved]);
}
