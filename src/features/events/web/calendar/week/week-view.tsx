import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isMonth, toMonth } from '#kit/calendar/month.ts';
import { formatFullDay } from '#kit/calendar/weekday.ts';
import { type Day, localToDay } from '#kit/day.ts';
import { defaultCategoryColor } from '../../../categories/category-color.ts';
import type { OpenEventPanel } from '../../shared/event-link.tsx';
import type { ShownOccurrence } from '../all-calendars.ts';
import type { LocalTimes } from '../move/move-times.ts';
import { findClockChange } from './clock-change.ts';
import { DayBars } from './day-bars.tsx';
import { skipGap, timesBetween } from './edit-times.ts';
import { Ghost } from './ghost.tsx';
import { HourRow } from './hour-row.tsx';
import { handleItemKey } from './item-keys.ts';
import { isBar, toMinutes } from './lay-out-day.ts';
import { NowLine } from './now-line.tsx';
import { hours, moveSlot, readSlot, type Slot, slotsToTimes } from './slots.ts';
import { useScrollStart } from './use-scroll-start.ts';
import { useSlotFocus } from './use-slot-focus.ts';
import { useWeekEdit } from './use-week-edit.tsx';
import { layOutWeekEvents } from './week-events.ts';
import { getGutterRem, locate } from './week-geometry.ts';
import { WeekHints } from './week-hints.tsx';
import { WeekZone } from './week-zone.tsx';

export type WeekViewProps = {
  days: readonly [Day, ...Day[]];
  today: Day;
  timeZone: string;
  eventsByDay: ReadonlyMap<Day, readonly ShownOccurrence[]>;
  /** Whether the events of all days are loaded. */
  isLoaded: boolean;
  isCompact: boolean;
  headingId: string;
  /** The times in the form for a new event, while it is open. */
  proposed: LocalTimes | undefined;
  mayMove: (occurrence: ShownOccurrence) => boolean;
  /** Brings a day into view. */
  onShow: (day: Day) => void;
  onDay: (day: Day) => void;
  onCreate: (times: LocalTimes) => void;
  onMore: (day: Day) => void;
  onEvent: OpenEventPanel;
};

/**
 * Some days with their hours, with the keys of the W3C's grid pattern. One slot is in the tab order; F2
 * moves from it to the events at its hour and back, and Shift with the arrows selects several.
 */
export function WeekView(props: WeekViewProps) {
  const { days, today, timeZone, eventsByDay, isCompact, mayMove } = props;
  const area = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const gutterRem = getGutterRem(isCompact);
  const template = `${gutterRem}rem repeat(${days.length}, minmax(0, 1fr))`;
  const week = useMemo(
    () => layOutWeekEvents(days, eventsByDay, timeZone),
    [days, eventsByDay, timeZone],
  );
  const shownDays = useMemo(
    () =>
      days.map((day) => ({
        day,
        name: formatFullDay(day),
        change: findClockChange(day, timeZone),
      })),
    [days, timeZone],
  );

  const initial: Slot = { day: days.includes(today) ? today : days[0], hour: 9 };
  const [cursor, setCursor] = useState(initial);
  const [anchor, setAnchor] = useState<Slot>();
  const [isByKeys, setIsByKeys] = useState(false);
  const active = days.includes(cursor.day) ? cursor : initial;
  const selected = anchor && slotsToTimes(anchor, active);
  const areDays = anchor?.hour === 'day' || active.hour === 'day';
  const { focus, getTarget } = useSlotFocus(area, days, props.onShow);

  const create = (times: LocalTimes) => {
    setAnchor(undefined);
    props.onCreate(skipGap(times, timeZone));
  };
  const editing = useWeekEdit({
    area,
    locate: (at) => locate(body.current ?? document.body, days, gutterRem, at),
    week,
    timeZone,
    dayCount: days.length,
    mayMove,
    onCreate: create,
    onShow: (day) => {
      if (!days.includes(day)) props.onShow(day);
    },
    onMoved: ({ startDate, endDate }) => {
      const isAbove = isBar({ localStart: startDate, localEnd: endDate });
      const hour = isAbove ? 'day' : Math.floor(toMinutes(startDate) / 60);
      focus({ day: localToDay(startDate), hour });
    },
  });
  const headRem = useScrollStart(area, week, {
    firstDay: days[0],
    today,
    timeZone,
    isLoaded: props.isLoaded,
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (editing.pickUpByKey(event) || handleItemKey(event)) return;
    if (event.altKey || event.metaKey) return;
    // The next key may be pressed before the new days are rendered.
    const from = getTarget() ?? readSlot(findSlotButton(event.target)) ?? active;
    if (event.key === 'Escape' && anchor) {
      event.stopPropagation();
      return setAnchor(undefined);
    }
    const next = moveSlot(from, event, days);
    if (!next || (event.ctrlKey && !['Home', 'End'].includes(event.key))) return;
    event.preventDefault();
    if (!isMonth(toMonth(next.day))) return;
    const isSelecting = event.shiftKey && event.key.startsWith('Arrow');
    // A selection stays within the days that are shown.
    if (isSelecting && !days.includes(next.day)) return;
    setAnchor(isSelecting ? (anchor ?? from) : undefined);
    setCursor(next);
    focus(next);
  };
  const onClick = (event: MouseEvent) => {
    const button = (event.target as HTMLElement).closest<HTMLElement>('[data-slot]');
    const slot = readSlot(button);
    if (!button || !slot) return;
    setCursor(slot);
    if (selected && event.detail === 0) return create(selected);
    setAnchor(undefined);
    if (slot.hour === 'day') return props.onDay(slot.day);
    // A pointer chooses the half of the hour.
    const { top, height } = button.getBoundingClientRect();
    const isSecondHalf = event.detail > 0 && event.clientY > top + height / 2;
    const minute = slot.hour * 60 + (isSecondHalf ? 30 : 0);
    create(timesBetween({ day: slot.day, minute }, { day: slot.day, minute: minute + 45 }));
  };

  const { edit, asking } = editing;
  const ghost = edit?.times ?? selected ?? props.proposed;
  const ghostProps = ghost && {
    times: ghost,
    title: edit?.occurrence?.title ?? 'New event',
    color: edit?.occurrence?.categoryColor ?? defaultCategoryColor,
    days,
    gutterRem,
  };
  return (
    <>
      <WeekZone timeZone={timeZone} days={days} />
      <div
        ref={area}
        role="grid"
        aria-labelledby={props.headingId}
        aria-multiselectable
        // One of its slots is focusable.
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onClick={onClick}
        {...editing.handlers}
        onFocus={({ target }) => {
          setIsByKeys(target.matches(':focus-visible'));
          const slot = readSlot(target);
          if (slot) setCursor(slot);
        }}
        onBlur={() => setIsByKeys(false)}
        style={withHead(headRem)}
        className="relative h-[clamp(22rem,calc(100dvh-19rem),80rem)] overflow-x-hidden overflow-y-auto border-t border-line max-sm:h-[clamp(22rem,calc(100dvh-15rem),60rem)] print:h-auto"
      >
        <DayBars
          days={shownDays}
          today={today}
          bars={week.bars}
          template={template}
          activeDay={active.hour === 'day' ? active.day : undefined}
          selected={areDays ? selected : undefined}
          mayMove={mayMove}
          onMore={props.onMore}
          onEvent={props.onEvent}
        >
          {ghostProps && <Ghost {...ghostProps} part="bars" />}
        </DayBars>
        <div ref={body} role="rowgroup" className="relative">
          {hours.map((hour) => (
            <HourRow
              key={hour}
              hour={hour}
              days={shownDays}
              segments={week.segments}
              activeDay={active.hour === hour ? active.day : undefined}
              selectedDays={selected && !areDays ? listSelectedDays(days, hour, selected) : ''}
              movingId={edit?.occurrence?.occurrenceId}
              mayMove={mayMove}
              template={template}
              onEvent={props.onEvent}
            />
          ))}
          <NowLine days={days} timeZone={timeZone} gutterRem={gutterRem} />
          {ghostProps && <Ghost {...ghostProps} part="hours" />}
        </div>
      </div>
      <WeekHints
        isShown={isByKeys && !edit}
        selected={selected}
        edit={edit}
        canMove={days.some((day) => eventsByDay.get(day)?.some(mayMove))}
        asking={asking}
        onCancel={editing.cancel}
        onChoose={editing.choose}
      />
    </>
  );
}

/** The button of the slot that has an element, also an event. */
function findSlotButton(target: EventTarget): Element | null | undefined {
  return (target as HTMLElement).closest('[role=gridcell]')?.querySelector('[data-slot]');
}

function listSelectedDays(days: readonly Day[], hour: number, times: LocalTimes): string {
  const start = `T${String(hour).padStart(2, '0')}:00`;
  return days
    .filter((day) => `${day}${start}` >= times.startDate && `${day}${start}` < times.endDate)
    .join(' ');
}

/** What is scrolled below the days' names and bars stays readable. */
function withHead(rem: number): CSSProperties {
  return { '--week-head': `${rem}rem`, scrollPaddingTop: `${rem + 0.5}rem` } as CSSProperties;
}
