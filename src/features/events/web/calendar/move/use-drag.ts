import { useEffect, useEffectEvent } from 'react';

/** Follows the pointer over the page while something is dragged; Escape cancels. */
export function useDrag(
  isActive: boolean,
  handlers: {
    onMove: (event: PointerEvent) => void;
    onDrop: () => void;
    onCancel: () => void;
  },
): void {
  const onMove = useEffectEvent((event: PointerEvent) => {
    // Released before the listeners were there.
    if (event.buttons === 0) handlers.onCancel();
    else handlers.onMove(event);
  });
  const onDrop = useEffectEvent(() => handlers.onDrop());
  const onCancel = useEffectEvent(() => handlers.onCancel());
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    handlers.onCancel();
  });
  useEffect(() => {
    if (!isActive) return;
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('pointermove', (event) => onMove(event), { signal });
    document.addEventListener('pointerup', () => onDrop(), { signal });
    document.addEventListener('pointercancel', () => onCancel(), { signal });
    document.addEventListener('keydown', (event) => onKey(event), { capture: true, signal });
    return () => stop.abort();
  }, [isActive]);
}
