import { useRef, useState } from 'react';
import type { Month } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import { findDayAt } from '../day-keys.ts';
import { useDrag } from './use-drag.ts';

type Selection = {
  readonly month: Month;
  readonly anchor: Day;
  readonly head: Day;
  readonly by: 'pointer' | 'keys';
};

/** Selects several days of the month, by dragging over them or by Shift and the arrow keys. */
export function useDaySelection(
  month: Month,
  onSelected: ((first: Day, last: Day) => void) | undefined,
) {
  const [selection, setSelection] = useState<Selection>();
  /** Read by the listeners before React renders, because keys and pointers are quick. */
  const latest = useRef<Selection>(undefined);
  const select = (next: Selection | undefined) => {
    latest.current = next;
    setSelection(next);
  };
  // Buttons and Back show another month, too.
  if (selection && selection.month !== month) setSelection(undefined);
  const finish = () => {
    const selected = latest.current;
    select(undefined);
    if (selected) onSelected?.(...sortDays(selected));
  };
  useDrag(selection?.by === 'pointer', {
    onMove: ({ clientX, clientY }) => {
      const head = findDayAt(clientX, clientY);
      const current = latest.current;
      if (current && head !== undefined && head !== current.head) select({ ...current, head });
    },
    onDrop: finish,
    onCancel: () => select(undefined),
  });
  const range = selection && sortDays(selection);
  return {
    range,
    includes: (day: Day) => range !== undefined && range[0] <= day && day <= range[1],
    /** Undefined if days cannot be selected. */
    start: onSelected && ((day: Day) => select({ month, anchor: day, head: day, by: 'pointer' })),
    extendByKey: (from: Day, head: Day) => {
      const anchor = latest.current?.month === month ? latest.current.anchor : from;
      select({ month, anchor, head, by: 'keys' });
    },
    clear: () => select(undefined),
    finish,
  };
}

function sortDays({ anchor, head }: Selection): [Day, Day] {
  return anchor < head ? [anchor, head] : [head, anchor];
}
