import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addDays, type Month, toMonth } from '#kit/calendar/month.ts';
import { formatFullDay } from '#kit/calendar/weekday.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { type Day, localToDay } from '#kit/day.ts';
import { moveDayByKey } from '#web/ui/fields/day-navigation.ts';
import type { EventDetail } from '../../../event.ts';
import { lastShownDay } from '../../../group-by-day.ts';
import { findDayAt } from '../day-keys.ts';
import { EditLabel } from './edit-label.tsx';
import { MoveScopeDialog } from './move-scope-dialog.tsx';
import { endLaterByDays, isReachable, moveByDays } from './move-times.ts';
import type { Moving } from './moving.ts';
import { useDrag } from './use-drag.ts';
import { useMoveEvent } from './use-move-event.tsx';

const findDayButton = (day: Day) =>
  document.querySelector<HTMLElement>(`[role=grid] [data-day="${day}"]`);

/** How many days the event starts later, and how many it is longer. */
type Shift = { readonly start: number; readonly end: number };

/**
 * Moves an event that was picked up in the month, or its end: the pointer or the arrow keys choose the
 * day, releasing or Enter drops the event there, and Escape leaves it where it was.
 */
export function MoveEvent({
  moving: { occurrence, from, by, kind },
  onMonthChange,
  onEnd,
}: {
  moving: Moving;
  onMonthChange: (month: Month) => void;
  onEnd: () => void;
}) {
  /** Read by the listeners before React renders, because keys and pointers are quick. */
  const latest = useRef<Shift>({ start: 0, end: 0 });
  const [shift, setShift] = useState(latest.current);
  /** Set once dropped; a series then asks which of its events to move. */
  const [dropped, setDropped] = useState<EventDetail | 'reading'>();
  const label = useRef<HTMLDivElement>(null);
  const { read, move } = useMoveEvent();

  const aim = (next: Shift) => {
    const [start, last] = findDays(occurrence, next);
    if (last < start || !isReachable(start) || !isReachable(last)) return;
    latest.current = next;
    setShift(next);
    const shown = next.end === 0 ? addDays(from, next.start) : last;
    if (!findDayButton(shown)) onMonthChange(toMonth(shown));
  };
  const finish = () => {
    if (by === 'keys') focusWhenRendered(addDays(from, latest.current.start));
    onEnd();
  };
  const cancel = () => {
    latest.current = { start: 0, end: 0 };
    finish();
  };
  const toTimes = (event: EventDetail) =>
    endLaterByDays(moveByDays(event, latest.current.start), latest.current.end);
  const drop = async () => {
    if (latest.current.start === 0 && latest.current.end === 0) return cancel();
    setDropped('reading');
    const event = await read(occurrence);
    if (!event) return cancel();
    if (event.isRecurring) return setDropped(event);
    await move(event, toTimes(event), 'all');
    finish();
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (dropped !== undefined) return;
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const { start, end } = latest.current;
    const isEnd = shiftKey && key.startsWith('Arrow');
    const day = isEnd ? findDays(occurrence, latest.current)[1] : addDays(from, start);
    const next = moveDayByKey(day, key, shiftKey);
    if (key === 'Tab') return cancel();
    if (next !== undefined) {
      const days = daysBetween(day, next);
      aim(isEnd ? { start, end: end + days } : { start: start + days, end });
    } else if (key === 'Escape') cancel();
    else if (key === 'Enter' || key === ' ') void drop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    if (by === 'pointer') return;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener, true);
    return () => document.removeEventListener('keydown', listener, true);
  }, [by]);
  useDrag(by === 'pointer' && dropped === undefined, {
    onMove({ clientX, clientY }) {
      label.current?.style.setProperty('translate', `${clientX + 12}px ${clientY + 12}px`);
      const day = findDayAt(clientX, clientY);
      if (day === undefined) return;
      const days = daysBetween(from, day);
      const { start, end } = latest.current;
      if (days !== (kind === 'move' ? start : end)) {
        aim(kind === 'move' ? { start: days, end } : { start, end: days });
      }
    },
    onDrop: () => void drop(),
    onCancel: cancel,
  });

  useEffect(() => markDays(findDays(occurrence, shift)), [occurrence, shift]);

  const isEnd = shift.end !== 0 || kind === 'end';
  const target = isEnd ? findDays(occurrence, shift)[1] : addDays(from, shift.start);
  const where = isEnd ? `until ${formatFullDay(target)}` : `to ${formatFullDay(target)}`;
  return (
    <>
      <EditLabel
        ref={label}
        by={by}
        title={occurrence.title}
        where={where}
        hint={
          shift.start === 0 &&
          shift.end === 0 &&
          'Arrow keys choose the day, with Shift the last day. Enter drops the event, and Escape leaves it where it was.'
        }
      />
      {dropped !== undefined && dropped !== 'reading' && (
        <MoveScopeDialog
          event={dropped}
          description={`${dropped.title} ${isEnd ? 'runs' : 'moves'} ${where}`}
          onCancel={cancel}
          onMove={async (scope) => {
            await move(dropped, toTimes(dropped), scope);
            finish();
          }}
        />
      )}
    </>
  );
}

/** The first and the last day that the event would take. */
function findDays(occurrence: Moving['occurrence'], { start, end }: Shift): [Day, Day] {
  const first = addDays(localToDay(occurrence.localStart), start);
  return [first, addDays(lastShownDay(occurrence), start + end)];
}

/** Marks the days. Returns a function that removes the marks. */
function markDays([first, last]: [Day, Day]): () => void {
  const marked: HTMLElement[] = [];
  let day = first;
  // An event may last a year, but only days of the grid can be marked.
  for (let count = 0; day <= last && count < 42; count++, day = addDays(day, 1)) {
    const button = findDayButton(day);
    if (button) marked.push(button);
  }
  for (const button of marked) button.setAttribute('data-drop', '');
  return () => {
    for (const button of marked) button.removeAttribute('data-drop');
  };
}

/** Focuses the day once a dialog has returned the focus and another month is rendered. */
function focusWhenRendered(day: Day): void {
  requestAnimationFrame(() => requestAnimationFrame(() => findDayButton(day)?.focus()));
}
