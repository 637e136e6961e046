import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addDays, type Month, toMonth } from '#kit/calendar/month.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { type Day, localToDay } from '#kit/day.ts';
import { formatFullDate, moveDayByKey } from '#web/ui/fields/day-navigation.ts';
import type { EventDetail } from '../../../event.ts';
import { lastShownDay } from '../../../group-by-day.ts';
import { findDayAt } from '../day-keys.ts';
import { MoveScopeDialog } from './move-scope-dialog.tsx';
import { isReachable } from './move-times.ts';
import type { Moving } from './moving.ts';
import { useMoveEvent } from './use-move-event.tsx';

const findDayButton = (day: Day) =>
  document.querySelector<HTMLElement>(`[role=grid] [data-day="${day}"]`);

/**
 * Moves an event that was picked up in the month: the pointer or the arrow keys choose the day,
 * releasing or Enter drops the event there, and Escape leaves it where it was.
 */
export function MoveEvent({
  moving: { occurrence, from, by },
  onMonthChange,
  onEnd,
}: {
  moving: Moving;
  onMonthChange: (month: Month) => void;
  onEnd: () => void;
}) {
  /** Read by the listeners before React renders, because keys and pointers are quick. */
  const latest = useRef(from);
  const [target, setTarget] = useState(from);
  /** Set once dropped; a series then asks which of its events to move. */
  const [dropped, setDropped] = useState<EventDetail | 'reading'>();
  const label = useRef<HTMLDivElement>(null);
  const { read, move } = useMoveEvent();
  const days = daysBetween(from, target);

  const aim = (day: Day) => {
    if (!isReachable(day)) return;
    latest.current = day;
    setTarget(day);
    if (!findDayButton(day)) onMonthChange(toMonth(day));
  };
  const finish = () => {
    if (by === 'keys') focusWhenRendered(latest.current);
    onEnd();
  };
  const cancel = () => {
    latest.current = from;
    finish();
  };
  const drop = async () => {
    const moved = daysBetween(from, latest.current);
    if (moved === 0) return cancel();
    setDropped('reading');
    const event = await read(occurrence);
    if (!event) return cancel();
    if (event.isRecurring) return setDropped(event);
    await move(event, moved, 'all');
    finish();
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (dropped !== undefined) return;
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const next = by === 'keys' ? moveDayByKey(latest.current, key, shiftKey) : undefined;
    if (key === 'Tab') return cancel();
    if (next !== undefined) aim(next);
    else if (key === 'Escape') cancel();
    else if (by === 'keys' && (key === 'Enter' || key === ' ')) void drop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const onPointerMove = useEffectEvent((event: PointerEvent) => {
    if (by !== 'pointer' || dropped !== undefined) return;
    // Released before this code was loaded.
    if (event.buttons === 0) return cancel();
    const { clientX, clientY } = event;
    label.current?.style.setProperty('translate', `${clientX + 12}px ${clientY + 12}px`);
    const day = findDayAt(clientX, clientY);
    if (day !== undefined && day !== latest.current) aim(day);
  });
  const onPointerUp = useEffectEvent(() => {
    if (by === 'pointer' && dropped === undefined) void drop();
  });
  const onPointerCancel = useEffectEvent(() => {
    if (by === 'pointer' && dropped === undefined) cancel();
  });

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('keydown', (event) => onKey(event), { capture: true, signal });
    document.addEventListener('pointermove', (event) => onPointerMove(event), { signal });
    document.addEventListener('pointerup', () => onPointerUp(), { signal });
    document.addEventListener('pointercancel', () => onPointerCancel(), { signal });
    // A finger that drags must not scroll as well.
    document.addEventListener('touchmove', (event) => event.preventDefault(), {
      passive: false,
      signal,
    });
    return () => stop.abort();
  }, []);

  useEffect(() => markDays(occurrence, days));

  const where = formatFullDate(target);
  return (
    <>
      <div
        ref={label}
        aria-live="assertive"
        className={
          by === 'pointer'
            ? 'pointer-events-none fixed top-0 left-0 z-50 max-w-64 truncate rounded-control bg-raised px-3 py-1.5 text-xs font-medium shadow-float'
            : 'pointer-events-none fixed inset-x-0 bottom-4 z-50 mx-auto w-fit max-w-[calc(100vw-2rem)] rounded-control bg-raised px-3.5 py-2 text-center text-xs text-second shadow-float'
        }
      >
        {by === 'pointer' ? (
          `${occurrence.title}: ${where}`
        ) : (
          <>
            Moving {occurrence.title} to <strong>{where}</strong>.
            {days === 0 &&
              ' Arrow keys choose the day, Enter drops the event, and Escape leaves it where it was.'}
          </>
        )}
      </div>
      {dropped !== undefined && dropped !== 'reading' && (
        <MoveScopeDialog
          event={dropped}
          where={where}
          onCancel={cancel}
          onMove={async (scope) => {
            await move(dropped, days, scope);
            finish();
          }}
        />
      )}
    </>
  );
}

/** Marks the days that the event would take. Returns a function that removes the marks. */
function markDays(occurrence: Moving['occurrence'], days: number): () => void {
  const last = addDays(lastShownDay(occurrence), days);
  const marked: HTMLElement[] = [];
  let day = addDays(localToDay(occurrence.localStart), days);
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
