import type { KeyboardEvent, RefObject, SyntheticEvent } from 'react';
import { type Day, isDay } from '#kit/day.ts';
import type { ShownOccurrence } from '../all-calendars.ts';
import { findDayAt, readDay } from '../day-keys.ts';
import type { Moving } from './moving.ts';
import { usePress } from './use-press.ts';

/**
 * Picks up an event of the month: by Space, by dragging with a mouse, or by a long press. Likewise starts
 * to select days.
 */
export function usePickUp(
  area: RefObject<HTMLElement | null>,
  eventsByDay: ReadonlyMap<Day, readonly ShownOccurrence[]>,
  {
    mayMove,
    onPickUp,
  }: {
    readonly mayMove: (occurrence: ShownOccurrence) => boolean;
    readonly onPickUp: (moving: Moving) => void;
  },
  onSelect: ((day: Day) => void) | undefined,
) {
  const find = (event: SyntheticEvent, by: Moving['by']): Moving | undefined => {
    const target = event.target as HTMLElement;
    const chip = target.closest<HTMLElement>('[data-occurrence]');
    const from = chip?.dataset['days']?.split(' ')[0];
    if (!chip || from === undefined || !isDay(from)) return undefined;
    const occurrence = eventsByDay
      .get(from)
      ?.find(({ occurrenceId }) => occurrenceId === chip.dataset['occurrence']);
    if (!occurrence || !mayMove(occurrence)) return undefined;
    const kind = target.closest('[data-resize]') ? 'end' : 'move';
    return { occurrence, from, by, kind };
  };
  const handlers = usePress<Moving | Day>(
    area,
    (event) => {
      const { target } = event;
      if (onSelect && target instanceof HTMLElement && target.dataset['day'] !== undefined) {
        return readDay(target);
      }
      const moving = find(event, 'pointer');
      // A bar is grabbed by the day under the pointer.
      return moving && { ...moving, from: findDayAt(event.clientX, event.clientY) ?? moving.from };
    },
    (subject) => (typeof subject === 'string' ? onSelect?.(subject) : onPickUp(subject)),
  );
  return {
    byKey(event: KeyboardEvent): boolean {
      const moving = event.key === ' ' ? find(event, 'keys') : undefined;
      if (!moving) return false;
      event.preventDefault();
      onPickUp(moving);
      return true;
    },
    handlers,
  };
}
