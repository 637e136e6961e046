import clsx from 'clsx';
import Check from 'lucide-react/icons/check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Clock from 'lucide-react/icons/clock';
import X from 'lucide-react/icons/x';
import { formatFullDay } from '#kit/calendar/weekday.ts';
import type { Day } from '#kit/day.ts';
import { isAllDay } from '../../all-day.ts';
import { formatStartTime, formatTimeRange } from '../../format-times.ts';
import type { OwnRsvp } from '../../rsvp/rsvp-contract.ts';
import { useCategoryName } from '../categories/categories-query.ts';
import { hueChipClass, hueStyle } from '../category-hue.ts';
import { EventLink, type OpenEventPanel } from '../shared/event-link.tsx';
import type { ShownOccurrence } from './all-calendars.ts';
import { ResizeEdge } from './move/resize-edge.tsx';
import { laneRem, numberRem, type WeekBar } from './week-bars.ts';

/** An event in the month grid: '7 PM Supper club' and a sign for one's own answer, over all its days. */
export function DayChip({
  bar: { occurrence, span, lane, startsHere, endsHere },
  days,
  top = numberRem,
  canResize = false,
  canResizeStart = false,
  onEvent,
}: {
  bar: WeekBar<ShownOccurrence>;
  /** The days that the chip covers. */
  days: readonly Day[];
  /** Above the first lane, in rem. */
  top?: number;
  canResize?: boolean;
  canResizeStart?: boolean;
  onEvent: OpenEventPanel;
}) {
  const nameCategory = useCategoryName();
  const [day] = days;
  if (day === undefined) return null;
  const { own, localStart, localEnd } = occurrence;
  const hasTime = startsHere && !isAllDay(localStart, localEnd);
  const style = {
    ...hueStyle(occurrence.categoryColor),
    top: `${top + laneRem * lane}rem`,
    left: startsHere ? '0.25rem' : 0,
    // Each further day is as wide as this one and its border.
    width: `calc(${span * 100}% + ${span - 1}px - ${(startsHere ? 0.25 : 0) + (endsHere ? 0.25 : 0)}rem)`,
  };
  return (
    <div
      data-days={days.join(' ')}
      data-occurrence={occurrence.occurrenceId}
      style={style}
      className="@container absolute z-1"
    >
      <EventLink
        occurrence={occurrence}
        onOpen={onEvent}
        isInDay
        label={formatChipLabel(occurrence, day, nameCategory(occurrence.categoryColor))}
        className={clsx(
          hueChipClass,
          'flex h-5.5 min-w-0 items-center gap-1 px-1 text-xs font-medium',
          startsHere ? 'rounded-l-badge' : 'border-l-0!',
          endsHere && 'rounded-r-badge',
          own?.answer === 'not-going' && 'text-third! line-through',
          'hover:bg-[color-mix(in_srgb,var(--hue)_22%,var(--surface))] focus-visible:-outline-offset-1',
        )}
      >
        {/* The time is no text, because text must be part of the label, which has both times. */}
        <span
          data-start={hasTime ? formatStartTime(localStart) : undefined}
          className={clsx(
            'min-w-0 flex-1 truncate',
            // Where there is no room for both, the title says more than the time.
            hasTime &&
              '@min-[6.5rem]:before:mr-1 @min-[6.5rem]:before:font-normal @min-[6.5rem]:before:content-[attr(data-start)]',
          )}
        >
          {occurrence.title}
        </span>
        {own && <AnswerSign own={own} />}
        {canResizeStart && startsHere && <ResizeEdge side="left" />}
        {canResize && endsHere && <ResizeEdge side="right" />}
      </EventLink>
    </div>
  );
}

const signClass = 'size-3.5 shrink-0';

export function AnswerSign({ own: { answer, status } }: { own: OwnRsvp }) {
  if (status === 'waitlisted') return <Clock aria-hidden="true" className={signClass} />;
  switch (answer) {
    case 'going':
      return <Check aria-hidden="true" className={signClass} />;
    case 'maybe':
      return <CircleQuestionMark aria-hidden="true" className={signClass} />;
    case 'not-going':
      return <X aria-hidden="true" className={signClass} />;
    default:
      return answer satisfies never;
  }
}

function describeOwn({ answer, status }: OwnRsvp): string {
  if (status === 'waitlisted') return 'you are on the waitlist';
  const words = { going: 'going', maybe: 'maybe going', 'not-going': 'not going' };
  return `you are ${words[answer]}`;
}

export function formatChipLabel(
  event: ShownOccurrence,
  day: Day,
  category: string | undefined,
): string {
  const { title, calendarName, own } = event;
  return [
    title,
    formatFullDay(day),
    formatTimeRange(event),
    category,
    calendarName,
    own && describeOwn(own),
  ]
    .filter((words) => words !== undefined)
    .join(', ');
}
