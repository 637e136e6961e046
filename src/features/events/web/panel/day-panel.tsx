import { formatFullDay } from '#kit/calendar/weekday.ts';
import { plural } from '#kit/counts.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { AddButton, type DayEventsProps, DayList } from './day-events.tsx';

/** All events of a day, for which the grid has no room. */
export function DayPanel({ open, onClose, onAdd, day, ...list }: DayEventsProps & OverlayProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={formatFullDay(day)}
      description={list.known === 'all' && plural(list.events.length, 'event')}
      footer={<AddButton onAdd={onAdd} />}
    >
      <DayList {...list} />
    </Sheet>
  );
}
