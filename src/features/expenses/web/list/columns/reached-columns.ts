import { startTransition, useState } from 'react';
import { flushSync } from 'react-dom';

/** The least width of a person's column. */
export const columnWidth = 96;

/** As many as fit on most screens. */
const initialColumns = 16;
/** Columns come in blocks, one of them ahead of the edge. */
const block = 8;

/**
 * How many columns of people have come near the screen, and the ref of the area that scrolls them. Of 200 members
 * a screen shows a dozen, and cells are what a table takes its time for. Columns stay once they are there, and paper
 * has all of them.
 */
export function useReachedColumns(): [
  reached: number,
  watch: (area: HTMLElement | null) => (() => void) | undefined,
] {
  const [reached, setReached] = useState(initialColumns);
  const watch = (area: HTMLElement | null) => {
    if (!area) return undefined;
    const reach = () => {
      const seen = (area.scrollLeft + area.clientWidth) / columnWidth;
      const near = (Math.ceil(seen / block) + 1) * block;
      startTransition(() => setReached((before) => Math.max(before, near)));
    };
    // The browser takes what is there when the event ends.
    const reachAll = () => flushSync(() => setReached(Number.POSITIVE_INFINITY));
    const observer = new ResizeObserver(reach);
    observer.observe(area);
    area.addEventListener('scroll', reach, { passive: true });
    addEventListener('beforeprint', reachAll);
    return () => {
      observer.disconnect();
      area.removeEventListener('scroll', reach);
      removeEventListener('beforeprint', reachAll);
    };
  };
  return [reached, watch];
}
