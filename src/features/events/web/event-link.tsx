import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import type { Occurrence } from '../contract.ts';
import { monthOf } from '../month.ts';
import { eventQuery } from './queries.ts';

/**
 * A link to an event's panel: a plain press opens it in place, anything else (a new tab, a copied
 * address) works as links do. The event is fetched as soon as one means to open it.
 */
export function EventLink({
  occurrence,
  onOpen,
  className,
  style,
  tabIndex,
  label,
  children,
}: {
  occurrence: Pick<Occurrence, 'eventId' | 'calendarId' | 'localStart'>;
  onOpen?: (() => void) | undefined;
  className?: string | undefined;
  style?: React.CSSProperties | undefined;
  tabIndex?: number | undefined;
  /** The accessible name, where the words inside are not enough. */
  label?: string | undefined;
  children: ReactNode;
}) {
  const client = useQueryClient();
  const { eventId, calendarId, localStart } = occurrence;
  const fetchAhead = () => void client.prefetchQuery(eventQuery(calendarId, eventId));
  const openInPlace = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey);
    if (!onOpen || !isPlain) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <Link
      to="/calendar"
      search={{ calendar: calendarId, month: monthOf(localStart), event: eventId }}
      preload={false}
      activeProps={{}}
      aria-label={label}
      tabIndex={tabIndex}
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
