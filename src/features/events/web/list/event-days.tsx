import { useId } from 'react';
import { addDays } from '#kit/calendar/month.ts';
import { formatFullDay } from '#kit/calendar/weekday.ts';
import { type Day, localToDay } from '#kit/day.ts';
import { useToday } from '#web/screen/use-today.ts';
import { Card } from '#web/ui/card.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import type { EventCard } from '../../event.ts';
import type { OpenEventPanel } from '../shared/event-link.tsx';
import { EventRow } from './event-row.tsx';

/** Events under the day on which they start. */
export function EventDays({
  events,
  onEvent,
}: {
  events: readonly EventCard[];
  onEvent: OpenEventPanel;
}) {
  const today = useToday();
  const days = Map.groupBy(events, ({ localStart }) => localToDay(localStart));
  return (
    <Card isFlush>
      <ul aria-label="Events">
        {[...days].map(([day, eventsOfDay]) => (
          <EventDay key={day} day={day} today={today} events={eventsOfDay} onEvent={onEvent} />
        ))}
      </ul>
    </Card>
  );
}

function EventDay({
  day,
  today,
  events,
  onEvent,
}: {
  day: Day;
  today: Day;
  events: readonly EventCard[];
  onEvent: OpenEventPanel;
}) {
  const headingId = useId();
  return (
    <li>
      <h2
        id={headingId}
        aria-current={day === today ? 'date' : undefined}
        className="bg-band border-y border-soft px-4 py-2 text-xs font-semibold text-second aria-[current=date]:text-primary-ink sm:px-5"
      >
        {nameDay(day, today)}
      </h2>
      <ul aria-labelledby={headingId} className="divide-y divide-soft">
        {events.map((event) => (
          <li key={event.occurrenceId}>
            <EventRow event={event} onEvent={onEvent} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function nameDay(day: Day, today: Day): string {
  const date = formatFullDay(day);
  if (day === today) return `Today · ${date}`;
  return day === addDays(today, 1) ? `Tomorrow · ${date}` : date;
}

/** As high as the days that most chapters have. */
export function LoadingDays() {
  return (
    <Loading label="Loading events...">
      <Card isFlush>
        {Array.from({ length: 12 }, (_, row) => (
          <div key={row}>
            <div className="bg-band border-y border-soft px-4 py-2 sm:px-5">
              <Skeleton className="h-4.5 w-48" />
            </div>
            <div className="flex min-h-33 items-center gap-5 px-4 py-3 sm:px-5 md:min-h-15.5">
              <Skeleton className="h-4 w-36 max-md:hidden" />
              <Skeleton className="h-4 w-1/3" />
            </div>
          </div>
        ))}
      </Card>
    </Loading>
  );
}
