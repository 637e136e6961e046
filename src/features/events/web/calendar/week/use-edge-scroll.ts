import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** How near the edge a pointer scrolls, and by how many pixels per frame. */
const edgePixels = 36;
const stepPixels = 8;

/**
 * Scrolls an area while something is dragged towards its upper or lower edge and is there. Returns a
 * function that returns where the pointer is; `onScroll` gets the same place after each step.
 */
export function useEdgeScroll(
  area: RefObject<HTMLElement | null>,
  isActive: boolean,
  onScroll: (at: { x: number; y: number }) => void,
) {
  const pointer = useRef<{ x: number; y: number }>(undefined);
  /** What is picked up at an edge and dragged away from it must not scroll. */
  const firstY = useRef<number>(undefined);
  const step = useEffectEvent(() => {
    const element = area.current;
    if (!element || !pointer.current || firstY.current === undefined) return;
    const { y } = pointer.current;
    const { top, bottom } = element.getBoundingClientRect();
    const upper = top + Number.parseFloat(getComputedStyle(element).scrollPaddingTop || '0');
    const before = element.scrollTop;
    if (y < upper + edgePixels && y < firstY.current) element.scrollBy(0, -stepPixels);
    else if (y > bottom - edgePixels && y > firstY.current) element.scrollBy(0, stepPixels);
    if (element.scrollTop !== before) onScroll(pointer.current);
  });
  useEffect(() => {
    if (!isActive) return;
    let frame = requestAnimationFrame(function next() {
      step();
      frame = requestAnimationFrame(next);
    });
    return () => {
      cancelAnimationFrame(frame);
      pointer.current = undefined;
      firstY.current = undefined;
    };
  }, [isActive]);
  return (at: { x: number; y: number }) => {
    pointer.current = at;
    firstY.current ??= at.y;
  };
}
