import {
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
  useEffect,
  useRef,
} from 'react';
import { type Day, isDay } from '#kit/day.ts';
import type { ShownOccurrence } from '../all-calendars.ts';
import { findDayAt } from '../day-keys.ts';
import type { Moving } from './moving.ts';

/** How far a mouse moves, in pixels, before a press becomes a drag. */
const dragDistance = 5;
/** How long a finger rests on an event before it can be dragged, because otherwise it scrolls. */
const longPressMs = 400;

type Press = { moving: Moving; x: number; y: number; timer: number | undefined };

/** Picks up an event of the month: by Space, by dragging with a mouse, or by a long press. */
export function usePickUp(
  eventsByDay: ReadonlyMap<Day, readonly ShownOccurrence[]>,
  onPickUp: ((moving: Moving) => void) | undefined,
) {
  const press = useRef<Press>(undefined);
  const release = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  useEffect(() => () => clearTimeout(press.current?.timer), []);

  const find = (event: SyntheticEvent, by: Moving['by']): Moving | undefined => {
    const chip = (event.target as HTMLElement).closest<HTMLElement>('[data-occurrence]');
    const from = chip?.dataset['days']?.split(' ')[0];
    if (!chip || !onPickUp || from === undefined || !isDay(from)) return undefined;
    const occurrence = eventsByDay
      .get(from)
      ?.find(({ occurrenceId }) => occurrenceId === chip.dataset['occurrence']);
    return occurrence && { occurrence, from, by };
  };
  const start = ({ moving }: Press) => {
    release();
    suppressNextClick();
    onPickUp?.(moving);
  };

  return {
    byKey(event: KeyboardEvent): boolean {
      const moving = event.key === ' ' ? find(event, 'keys') : undefined;
      if (!moving) return false;
      event.preventDefault();
      onPickUp?.(moving);
      return true;
    },
    handlers: {
      onPointerDown(event: PointerEvent) {
        release();
        const moving = event.button === 0 ? find(event, 'pointer') : undefined;
        if (!moving) return;
        const isTouch = event.pointerType === 'touch';
        // A bar is grabbed by the day under the pointer.
        const from = findDayAt(event.clientX, event.clientY) ?? moving.from;
        const pressed: Press = {
          moving: { ...moving, from },
          x: event.clientX,
          y: event.clientY,
          timer: isTouch ? window.setTimeout(() => start(pressed), longPressMs) : undefined,
        };
        press.current = pressed;
      },
      onPointerMove(event: PointerEvent) {
        const pressed = press.current;
        if (!pressed) return;
        const isFar =
          Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > dragDistance;
        if (!isFar) return;
        if (pressed.timer === undefined && event.buttons === 1) start(pressed);
        else release();
      },
      onPointerUp: release,
      onPointerCancel: release,
      // The browser would drag the link, or open its menu after a long press.
      onDragStart: (event: SyntheticEvent) => {
        if (find(event, 'pointer')) event.preventDefault();
      },
      onContextMenu: (event: SyntheticEvent) => {
        if (press.current?.timer !== undefined) event.preventDefault();
      },
    },
  };
}

/** Releasing an event over its own chip would open it. */
function suppressNextClick(): void {
  const suppress = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', suppress, { capture: true, once: true });
  addEventListener(
    'pointerup',
    () => setTimeout(() => removeEventListener('click', suppress, { capture: true })),
    { once: true },
  );
}
