import { useEffect, useState } from 'react';
import type { Day } from '#kit/day.ts';
import { minutesPerDay } from './clock-change.ts';
import { placeColumn } from './week-geometry.ts';

const refreshMs = 30_000;

/** A line at the current time of the calendar, if the day is shown. */
export function NowLine({
  days,
  timeZone,
  gutterRem,
}: {
  days: readonly Day[];
  timeZone: string;
  gutterRem: number;
}) {
  const [now, setNow] = useState(() => Temporal.Now.zonedDateTimeISO(timeZone));
  useEffect(() => {
    const refresh = () => setNow(Temporal.Now.zonedDateTimeISO(timeZone));
    refresh();
    const timer = setInterval(refresh, refreshMs);
    return () => clearInterval(timer);
  }, [timeZone]);
  const column = days.indexOf(now.toPlainDate().toString() as Day);
  if (column < 0) return null;
  const top = `${((now.hour * 60 + now.minute) / minutesPerDay) * 100}%`;
  return (
    <div
      aria-hidden="true"
      data-now=""
      style={{ top, ...placeColumn(column, days.length, gutterRem) }}
      className="pointer-events-none absolute z-2 h-0.5 -translate-y-px bg-owes before:absolute before:-top-1 before:-left-1 before:size-2.5 before:rounded-full before:bg-owes forced-colors:bg-[CanvasText]"
    />
  );
}
