import { StartText } from '../shared/start-text.tsx';
import type { NextEvent } from './next-event-query.ts';
import { NextEventRsvp } from './next-event-rsvp.tsx';

/** When and where, and the RSVP. */
export function NextEventDetails({ event }: { event: NextEvent }) {
  return (
    <>
      <p className="mt-0.5 text-second">
        <StartText event={event} />
      </p>
      {event.location && <p className="mt-0.5 truncate text-xs text-third">{event.location}</p>}
      <NextEventRsvp event={event} />
    </>
  );
}
