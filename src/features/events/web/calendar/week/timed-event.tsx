import clsx from 'clsx';
import type { Day } from '#kit/day.ts';
import { formatWhen } from '../../../format-times.ts';
import { useCategoryName } from '../../categories/categories-query.ts';
import { hueChipClass, hueStyle } from '../../category-hue.ts';
import { EventLink, type OpenEventPanel } from '../../shared/event-link.tsx';
import type { ShownOccurrence } from '../all-calendars.ts';
import { AnswerSign, formatChipLabel } from '../day-chip.tsx';
import { ResizeEdge } from '../move/resize-edge.tsx';
import type { DaySegment } from './lay-out-day.ts';
import { hourRem } from './week-geometry.ts';

/** An event at its hours of a day, beside those at the same time. */
export function TimedEvent({
  segment: { occurrence, from, to, lane, span, lanes, startsHere, endsHere },
  day,
  canMove,
  isMoving,
  onEvent,
}: {
  segment: DaySegment<ShownOccurrence>;
  day: Day;
  canMove: boolean;
  /** Shown where it would go instead. */
  isMoving: boolean;
  onEvent: OpenEventPanel;
}) {
  const nameCategory = useCategoryName();
  const { own, title, categoryColor } = occurrence;
  const isShort = to - from < 45;
  // Too low for a title of two lines and the times.
  const isLow = to - from < 75;
  const firstHour = Math.floor(from / 60);
  return (
    <div
      data-occurrence={occurrence.occurrenceId}
      data-days={day}
      data-hours={listHours(from, to)}
      style={{
        ...hueStyle(categoryColor),
        top: `${((from - firstHour * 60) / 60) * hourRem}rem`,
        height: `calc(${((to - from) / 60) * hourRem}rem - 1px)`,
        left: `${(lane / lanes) * 100}%`,
        width: `calc(${(span / lanes) * 100}% - 3px)`,
      }}
      className={clsx('absolute z-1', isMoving && 'opacity-40')}
    >
      <EventLink
        occurrence={occurrence}
        onOpen={onEvent}
        isInDay
        label={formatChipLabel(occurrence, day, nameCategory(occurrence.categoryColor))}
        className={clsx(
          hueChipClass,
          'flex h-full min-w-0 gap-1 overflow-clip px-1 text-xs font-medium outline-1 -outline-offset-1 outline-surface select-none [-webkit-touch-callout:none]',
          isShort ? 'items-center' : 'pt-0.5',
          startsHere && 'rounded-t-badge',
          endsHere && 'rounded-b-badge',
          own?.answer === 'not-going' && 'text-third! line-through',
          'hover:bg-[color-mix(in_srgb,var(--hue)_22%,var(--surface))] focus-visible:z-1 focus-visible:-outline-offset-1',
        )}
      >
        {/* The time is no text, because text must be part of the label, which has both times. */}
        <span
          data-time={formatShownTime(occurrence)}
          className={clsx(
            'min-w-0 flex-1 after:font-normal after:text-second after:content-[attr(data-time)]',
            isShort
              ? 'truncate after:ml-1'
              : isLow
                ? 'truncate after:block after:truncate'
                : 'overflow-hidden wrap-normal after:block',
            // What is scrolled half away is still named.
            !isShort && 'sticky top-(--week-head) max-h-full self-start',
          )}
        >
          {title}
        </span>
        {own && <AnswerSign own={own} />}
        {/* A finger needs room between the edges to move the event. */}
        {canMove && startsHere && (
          <ResizeEdge side="top" className={isShort && 'pointer-coarse:hidden'} />
        )}
        {canMove && endsHere && <ResizeEdge side="bottom" />}
      </EventLink>
    </div>
  );
}

/** '7:15 – 9:15 PM' */
function formatShownTime({ localStart, localEnd }: ShownOccurrence): string {
  const when = formatWhen({ localStart, localEnd }, { thisYear: Number(localStart.slice(0, 4)) });
  return when.replace(/^\w+, \w+ \d+, /, '');
}

/** The hours it touches, by which the keys find it. */
function listHours(from: number, to: number): string {
  const first = Math.floor(from / 60);
  return Array.from({ length: Math.ceil(to / 60) - first }, (_, index) => first + index).join(' ');
}
