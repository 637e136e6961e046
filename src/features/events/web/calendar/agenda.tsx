import { useState } from 'react';
import type { Month } from '#kit/calendar/month.ts';
import { addMonths, getFirstDay, toMonth } from '#kit/calendar/month.ts';
import { formatFullDay } from '#kit/calendar/weekday.ts';
import type { Day } from '#kit/day.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { formatMonthTitle } from '#web/ui/fields/day-navigation.ts';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { DayList } from '../panel/day-events.tsx';
import type { OpenEventPanel } from '../shared/event-link.tsx';
import type { MonthEvents } from './use-month-events.ts';

/**
 * The days of a month that have events, with their events; in the current month from today, and if nothing is left of
 * it, the first days of the next.
 */
export function Agenda({
  month,
  today,
  events: { eventsByDay, known, retry },
  headingId,
  onEvent,
  onNextMonth,
}: {
  month: Month;
  today: Day;
  events: MonthEvents;
  headingId: string;
  onEvent: OpenEventPanel;
  onNextMonth: () => void;
}) {
  const [showsEarlier, setShowsEarlier] = useState(false);
  // The focus stays on its button while the next month loads.
  const [hasGoneOn, setHasGoneOn] = useState(false);
  const withEvents = [...eventsByDay].filter(([, events]) => events.length > 0);
  const all = withEvents.filter(([day]) => toMonth(day) === month);
  const isCurrent = toMonth(today) === month;
  const earlier = isCurrent ? all.filter(([day]) => day < today) : [];
  const left = all.slice(earlier.length);
  const next =
    isCurrent && left.length === 0 ? withEvents.filter(([day]) => toMonth(day) > month) : [];
  const days = [...(showsEarlier ? earlier : []), ...left, ...next];
  const goOn = () => {
    setHasGoneOn(true);
    onNextMonth();
    document.getElementById(headingId)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <section aria-labelledby={headingId} className="border-t border-line">
      {earlier.length > 0 && !showsEarlier && (
        <div className="border-b border-soft px-4 py-2 sm:px-5">
          <Button variant="ghost" onClick={() => setShowsEarlier(true)}>
            Show Earlier Days ({earlier.length})
          </Button>
        </div>
      )}
      {days.length === 0 &&
        (known === 'all' ? (
          <EmptyState
            title={earlier.length > 0 ? 'No more events this month' : 'No events this month'}
          />
        ) : (
          <DayList events={[]} known={known} onRetry={retry} onEvent={onEvent} />
        ))}
      {days.map(([day, events]) => (
        <section key={day} aria-label={formatFullDay(day)} className="border-b border-soft">
          <h4
            aria-current={day === today ? 'date' : undefined}
            className="bg-band px-4 py-2 text-xs font-semibold text-second aria-[current=date]:text-primary-ink sm:px-5"
          >
            {formatFullDay(day)}
            {day === today && ' · Today'}
          </h4>
          <DayList events={events} known={known} onRetry={retry} onEvent={onEvent} />
        </section>
      ))}
      {(known === 'all' || hasGoneOn) && (
        <div className="px-4 py-2 text-center sm:px-5">
          <Button variant="ghost" onClick={goOn}>
            Show {formatMonthTitle(getFirstDay(addMonths(month, 1)))}
          </Button>
        </div>
      )}
    </section>
  );
}
