import {
  type PointerEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';

/** How far a mouse moves, in pixels, before a press becomes a drag. */
const dragDistance = 5;
/** How long a finger rests before it drags, because otherwise it scrolls. */
const longPressMs = 400;

type Press<Subject> = {
  subject: Subject;
  x: number;
  y: number;
  timer: number | undefined;
};

/**
 * Starts a drag in an area: a mouse drags once it has moved, a finger once it has rested. From then on
 * the finger neither scrolls nor opens the menu of a link.
 */
export function usePress<Subject>(
  area: RefObject<HTMLElement | null>,
  find: (event: SyntheticEvent & { clientX: number; clientY: number }) => Subject | undefined,
  onStart: (subject: Subject) => void,
) {
  const press = useRef<Press<Subject>>(undefined);
  const isDragging = useRef(false);
  const release = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  const start = ({ subject }: Press<Subject>) => {
    release();
    isDragging.current = true;
    const end = new AbortController();
    for (const name of ['pointerup', 'pointercancel']) {
      const stop = () => {
        isDragging.current = false;
        end.abort();
      };
      document.addEventListener(name, stop, { signal: end.signal });
    }
    suppressNextClick();
    onStart(subject);
  };
  const onTouchMove = useEffectEvent((event: TouchEvent) => {
    if (isDragging.current) event.preventDefault();
  });
  useEffect(() => {
    const element = area.current;
    // Known before the finger goes down, or the browser would not ask whether it may scroll.
    const listener = (event: TouchEvent) => onTouchMove(event);
    element?.addEventListener('touchmove', listener, { passive: false });
    return () => {
      element?.removeEventListener('touchmove', listener);
      clearTimeout(press.current?.timer);
    };
  }, [area]);

  return {
    onPointerDown(event: PointerEvent) {
      release();
      const subject = event.button === 0 && event.isPrimary ? find(event) : undefined;
      if (subject === undefined) return;
      const isTouch = event.pointerType === 'touch';
      const pressed: Press<Subject> = {
        subject,
        x: event.clientX,
        y: event.clientY,
        timer: isTouch ? window.setTimeout(() => start(pressed), longPressMs) : undefined,
      };
      press.current = pressed;
    },
    onPointerMove(event: PointerEvent) {
      const pressed = press.current;
      if (!pressed) return;
      const isFar = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > dragDistance;
      if (!isFar) return;
      if (pressed.timer === undefined && event.buttons === 1) start(pressed);
      else release();
    },
    onPointerUp: release,
    onPointerCancel: release,
    // The browser would drag a link, or open its menu after a long press.
    onDragStart: (event: SyntheticEvent) => {
      if ((event.target as HTMLElement).closest('[data-occurrence]')) event.preventDefault();
    },
    onContextMenu: (event: SyntheticEvent) => {
      if (isDragging.current || press.current?.timer !== undefined) event.preventDefault();
    },
  };
}

/** Releasing the pointer over what was pressed would click it. */
function suppressNextClick(): void {
  const suppress = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', suppress, { capture: true, once: true });
  const stop = () => setTimeout(() => removeEventListener('click', suppress, { capture: true }));
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, stop, { once: true });
}
