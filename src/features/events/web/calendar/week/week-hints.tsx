import { lazy, Suspense } from 'react';
import { isAllDay } from '../../../all-day.ts';
import type { EventDetail, Scope } from '../../../event.ts';
import { formatWhen } from '../../../format-times.ts';
import { EditLabel } from '../move/edit-label.tsx';
import type { LocalTimes } from '../move/move-times.ts';
import type { WeekEdit } from './use-week-edit.tsx';

const MoveScopeDialog = lazy(() =>
  import('../move/move-scope-dialog.tsx').then((module) => ({ default: module.MoveScopeDialog })),
);

/** What the keys do, what they have selected or move, and the question about a series. */
export function WeekHints({
  isShown,
  selected,
  edit,
  canMove,
  asking,
  onCancel,
  onChoose,
}: {
  isShown: boolean;
  selected: LocalTimes | undefined;
  edit: WeekEdit | undefined;
  canMove: boolean;
  asking: EventDetail | undefined;
  onCancel: () => void;
  onChoose: (scope: Scope) => Promise<void>;
}) {
  const isMoved = edit && edit.times !== edit.before;
  const isOfDays = edit && isAllDay(edit.times.startDate, edit.times.endDate);
  return (
    <>
      <div
        aria-live="polite"
        className="pointer-events-none sticky bottom-3 z-5 flex justify-center px-4"
      >
        {isShown && (
          <p className="-mt-12 mb-3 animate-appear rounded-control bg-raised px-3.5 py-2 text-xs text-second shadow-float">
            {selected
              ? `${formatTimes(selected)} selected. Press Enter to create an event.`
              : `Arrow keys move by hour and day, Page Up and Page Down by week. Press Enter to create an event, Shift with arrow keys to select several hours, or F2 to go to the events${canMove ? ', where Space moves or resizes one' : ''}.`}
          </p>
        )}
      </div>
      {edit?.by === 'keys' && edit.occurrence && (
        <EditLabel
          by="keys"
          title={edit.occurrence.title}
          where={`to ${formatTimes(edit.times)}`}
          hint={
            !isMoved &&
            `Arrow keys move the event by a day${isOfDays ? '' : ' or 15 minutes'}, with Shift its end, with Alt its start. Enter drops it, and Escape leaves it where it was.`
          }
        />
      )}
      {asking && edit && (
        <Suspense>
          <MoveScopeDialog
            event={asking}
            description={`${asking.title} moves to ${formatTimes(edit.times)}`}
            onCancel={onCancel}
            onMove={onChoose}
          />
        </Suspense>
      )}
    </>
  );
}

function formatTimes({ startDate, endDate }: LocalTimes): string {
  const thisYear = Number(startDate.slice(0, 4));
  return formatWhen({ localStart: startDate, localEnd: endDate }, { thisYear });
}
