import { useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { toMonth } from '#kit/calendar/month.ts';
import { localToDay } from '#kit/day.ts';
import type { ShownOccurrence } from '../calendar/all-calendars.ts';
import { allCalendars } from '../every-calendar.ts';
import { eventQuery } from './event-query.ts';

/** Opens the panel of an event at one of its occurrences. */
export type OpenEventPanel = (
  time: Pick<ShownOccurrence, 'eventId' | 'occurrenceId' | 'calendarId'>,
) => void;

/**
 * A link to an event's panel. A plain click opens it in place; a new tab or a copied address works as
 * for any link. Hovering or focusing the link prefetches the event.
 */
export function EventLink({
  occurrence,
  onOpen,
  className,
  style,
  isInDay = false,
  isInList = false,
  label,
  children,
}: {
  occurrence: Pick<
    ShownOccurrence,
    'eventId' | 'occurrenceId' | 'calendarId' | 'calendarName' | 'localStart'
  >;
  onOpen?: OpenEventPanel | undefined;
  className?: string | undefined;
  style?: React.CSSProperties | undefined;
  /** Inside a day of the month grid, which handles the keyboard focus. */
  isInDay?: boolean | undefined;
  /** On the list of events, which keeps what it shows behind the panel. */
  isInList?: boolean | undefined;
  /** The accessible name, if the content is not enough. */
  label?: string | undefined;
  children: ReactNode;
}) {
  const client = useQueryClient();
  const { eventId, occurrenceId, calendarId, calendarName, localStart } = occurrence;
  const isAmongAll = calendarName !== undefined;
  const fetchAhead = () => void client.prefetchQuery(eventQuery(calendarId, eventId, occurrenceId));
  const openInPlace = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey);
    if (!onOpen || !isPlain) return;
    event.preventDefault();
    onOpen(occurrence);
  };
  const selected = { event: eventId, occurrence: occurrenceId };
  const target: LinkProps = isInList
    ? { to: '/events', search: (shown) => ({ ...shown, ...selected, eventCalendar: calendarId }) }
    : {
        to: '/calendar',
        search: {
          ...selected,
          calendar: isAmongAll ? allCalendars : calendarId,
          month: toMonth(localStart),
          week: localToDay(localStart),
          eventCalendar: isAmongAll ? calendarId : undefined,
        },
      };
  return (
    <Link
      {...target}
      preload={false}
      activeProps={{}}
      aria-label={label}
      {...(isInDay && { tabIndex: -1, 'data-in-day': '' })}
      className={className}
      style={style}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={openInPlace}
    >
      {children}
    </Link>
  );
}
