import {
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { type Day, localToDay } from '#kit/day.ts';
import { allDayTimes } from '../../../all-day.ts';
import type { EventDetail } from '../../../event.ts';
import type { ShownOccurrence } from '../all-calendars.ts';
import type { LocalTimes } from '../move/move-times.ts';
import { readEdge } from '../move/resize-edge.tsx';
import { useDrag } from '../move/use-drag.ts';
import { useMoveEvent } from '../move/use-move-event.tsx';
import { usePress } from '../move/use-press.ts';
import {
  endByPointer,
  isAllowed,
  isSameTimes,
  lengthOf,
  moveByKeys,
  moveByPointer,
  type Point,
  shiftEnd,
  shiftStart,
  skipGap,
  skipGapAtStart,
  snapMinutes,
  startByPointer,
  timesBetween,
  toZone,
  withLength,
} from './edit-times.ts';
import { readSlot } from './slots.ts';
import { useEdgeScroll } from './use-edge-scroll.ts';
import type { WeekEvents } from './week-events.ts';

/** What is being created, moved or resized, with the times it would get. */
export type WeekEdit = {
  readonly kind: 'create' | 'move' | 'start' | 'end';
  readonly by: 'pointer' | 'keys';
  /** As the server sent it; missing for a new event. */
  readonly occurrence?: ShownOccurrence | undefined;
  readonly before: LocalTimes;
  readonly times: LocalTimes;
};

type Pressed = Pick<WeekEdit, 'kind' | 'occurrence' | 'before'> & {
  readonly at: Point;
  /** Above the hours. */
  readonly isDay: boolean;
};

type Options = {
  /** Scrolls. */
  area: RefObject<HTMLElement | null>;
  locate: (at: { x: number; y: number }) => Point;
  week: WeekEvents;
  timeZone: string;
  /** How many days Page Up and Page Down move. */
  dayCount: number;
  mayMove: (occurrence: ShownOccurrence) => boolean;
  onCreate: (times: LocalTimes) => void;
  /** Brings a day into view. */
  onShow: (day: Day) => void;
  /** After keys have moved an event, or left it where it was. */
  onMoved: (times: LocalTimes) => void;
};

/** Creates, moves and resizes events in the week by pointer, and moves and resizes them by keys. */
export function useWeekEdit(options: Options) {
  const { area, locate, week, timeZone } = options;
  const [edit, setEdit] = useState<WeekEdit>();
  /** Read by the listeners before React renders, because keys and pointers are quick. */
  const latest = useRef<WeekEdit>(undefined);
  const pressed = useRef<Pressed>(undefined);
  /** In minutes; kept by keys across a change of the clocks, where it can be shown otherwise. */
  const length = useRef(0);
  /** Set once dropped; a series then asks which of its events to change. */
  const [dropped, setDropped] = useState<EventDetail | 'reading'>();
  const { read, move } = useMoveEvent();

  const show = (next: WeekEdit | undefined) => {
    latest.current = next;
    setEdit(next);
  };
  const aim = (times: LocalTimes, isStart: boolean, isBackward = false) => {
    const current = latest.current;
    const skip = isStart ? skipGapAtStart : skipGap;
    const next = skip(times, timeZone, isBackward);
    if (!current || !isAllowed(next) || isSameTimes(next, current.times)) return;
    show({ ...current, times: next });
  };
  const finish = (times?: LocalTimes) => {
    const current = latest.current;
    show(undefined);
    setDropped(undefined);
    if (current?.by === 'keys') options.onMoved(times ?? current.before);
  };
  const toEventTimes = ({ times }: WeekEdit, event: EventDetail) =>
    toZone(times, timeZone, event.timeZone);
  const save = async (
    current: WeekEdit,
    event: EventDetail,
    scope: 'one' | 'following' | 'all',
  ) => {
    await move(event, toEventTimes(current, event), scope);
    finish(current.times);
  };
  const drop = async () => {
    const current = latest.current;
    if (!current) return;
    if (!current.occurrence) {
      show(undefined);
      return options.onCreate(current.times);
    }
    if (isSameTimes(current.times, current.before)) return finish();
    setDropped('reading');
    const event = await read(current.occurrence);
    if (!event) return finish();
    if (event.isRecurring) return setDropped(event);
    await save(current, event, 'all');
  };

  const findEvent = (chip: HTMLElement): Pick<WeekEdit, 'occurrence' | 'before'> | undefined => {
    const id = chip.dataset['occurrence'];
    const shown = week.find(id);
    if (!shown || !options.mayMove(shown) || dropped !== undefined) return undefined;
    const before = { startDate: shown.localStart, endDate: shown.localEnd };
    return { occurrence: week.findOriginal(shown.occurrenceId), before };
  };
  const press = usePress<Pressed>(
    area,
    (event) => {
      const target = event.target as HTMLElement;
      const at = locate({ x: event.clientX, y: event.clientY });
      const chip = target.closest<HTMLElement>('[data-occurrence]');
      if (chip) {
        const found = findEvent(chip);
        const kind = readEdge(target) ?? 'move';
        return found && { kind, ...found, at, isDay: false };
      }
      const slot = readSlot(target.closest('[data-slot]'));
      if (!slot) return undefined;
      const isDay = slot.hour === 'day';
      const before = isDay ? allDayTimes(at.day) : timesBetween(at, at);
      return { kind: 'create', before, at, isDay };
    },
    (subject) => {
      pressed.current = subject;
      const { kind, occurrence, before } = subject;
      show({ kind, by: 'pointer', occurrence, before, times: before });
    },
  );
  const follow = (at: { x: number; y: number }) => {
    const { current } = pressed;
    if (current) aim(aimByPointer(current, locate(at)), current.kind === 'start');
  };
  const isDragging = edit?.by === 'pointer' && dropped === undefined;
  const scrollAtEdge = useEdgeScroll(area, isDragging, follow);
  useDrag(isDragging, {
    onMove: ({ clientX: x, clientY: y }) => {
      scrollAtEdge({ x, y });
      follow({ x, y });
    },
    onDrop: () => void drop(),
    onCancel: () => finish(),
  });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const current = latest.current;
    if (dropped !== undefined || !current || event.ctrlKey || event.metaKey) return;
    const { key, altKey } = event;
    if (altKey && !key.startsWith('Arrow')) return;
    if (key === 'Tab') return finish();
    const next = aimByKey(current.times, length.current, event, options.dayCount);
    if (next) {
      aim(next, altKey, key === 'ArrowUp');
      if ((event.shiftKey || altKey) && latest.current)
        length.current = lengthOf(latest.current.times);
      options.onShow(localToDay(latest.current?.times.startDate ?? next.startDate));
    } else if (key === 'Escape') finish();
    else if (key === 'Enter' || key === ' ') void drop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const isByKeys = edit?.by === 'keys';
  useEffect(() => {
    if (!isByKeys) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener, true);
    return () => document.removeEventListener('keydown', listener, true);
  }, [isByKeys]);

  return {
    edit,
    handlers: press,
    /** Picks up the focused event by Space. */
    pickUpByKey(event: ReactKeyboardEvent): boolean {
      const chip = (event.target as HTMLElement).closest<HTMLElement>('[data-occurrence]');
      const found = event.key === ' ' && chip ? findEvent(chip) : undefined;
      if (!found) return false;
      event.preventDefault();
      length.current = lengthOf(found.before);
      show({ kind: 'move', by: 'keys', ...found, times: found.before });
      return true;
    },
    /** The series that was dropped, of which something must be chosen. */
    asking: dropped === 'reading' ? undefined : dropped,
    choose: async (scope: 'one' | 'following' | 'all') => {
      if (edit && dropped !== undefined && dropped !== 'reading') await save(edit, dropped, scope);
    },
    cancel: () => finish(),
  };
}

function aimByPointer(pressed: Pressed, to: Point): LocalTimes {
  const { kind, before, at, isDay } = pressed;
  if (kind === 'move') return moveByPointer(before, at, to);
  if (kind === 'start') return startByPointer(before, at, to);
  if (kind === 'end') return endByPointer(before, at, to);
  if (!isDay) return timesBetween(at, to);
  return at.day < to.day ? allDayTimes(at.day, to.day) : allDayTimes(to.day, at.day);
}

/**
 * Arrows move the event by a day or a quarter of an hour, with Shift its end, and with Alt its start, which
 * leaves the end as it is shown.
 */
function aimByKey(
  shown: LocalTimes,
  length: number,
  { key, shiftKey, altKey }: KeyboardEvent,
  dayCount: number,
): LocalTimes | undefined {
  const times = altKey ? shown : withLength(shown, length);
  const change = altKey ? shiftStart : shiftKey ? shiftEnd : moveByKeys;
  switch (key) {
    case 'ArrowUp':
      return change(times, 0, -snapMinutes);
    case 'ArrowDown':
      return change(times, 0, snapMinutes);
    case 'ArrowLeft':
      return change(times, -1, 0);
    case 'ArrowRight':
      return change(times, 1, 0);
    case 'PageUp':
      return moveByKeys(times, -dayCount, 0);
    case 'PageDown':
      return moveByKeys(times, dayCount, 0);
    default:
      return undefined;
  }
}
