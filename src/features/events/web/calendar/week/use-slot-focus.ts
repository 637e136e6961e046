import { type RefObject, useEffect, useRef } from 'react';
import type { Day } from '#kit/day.ts';
import { type Slot, toSlotName } from './slots.ts';

/** Focuses a slot, as soon as its day is rendered. */
export function useSlotFocus(
  area: RefObject<HTMLElement | null>,
  days: readonly Day[],
  onShow: (day: Day) => void,
) {
  /** The slot of other days to focus as soon as those are rendered. */
  const target = useRef<Slot>(undefined);
  const find = (slot: Slot) =>
    area.current?.querySelector<HTMLElement>(`[data-slot="${toSlotName(slot)}"]`);

  useEffect(() => {
    if (target.current === undefined || !days.includes(target.current.day)) return;
    find(target.current)?.focus();
    target.current = undefined;
  });

  return {
    getTarget: () => target.current,
    focus(slot: Slot) {
      if (target.current === undefined && days.includes(slot.day)) return find(slot)?.focus();
      target.current = slot;
      onShow(slot.day);
    },
  };
}
