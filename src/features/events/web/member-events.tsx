import { queryOptions, useQuery } from '@tanstack/react-query';
import { toMonth } from '#kit/calendar/month.ts';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { eventsKey } from '../keys.ts';
import { attendanceCalls } from '../rsvp/attendance-contract.ts';
import { OwnAnswer } from './rsvp/own-rsvp.tsx';
import { StartText } from './shared/start-text.tsx';

/** A member's upcoming events. Below `eventsKey`, so that changes of events invalidate it. */
const memberEventsQuery = (memberId: Id<'member'>) =>
  queryOptions({
    queryKey: [...eventsKey, 'of', memberId],
    queryFn: async ({ signal }) =>
      (await call(attendanceCalls.ofMember, { params: { memberId }, signal })).items,
  });

export function MemberEvents({ memberId }: { memberId: Id<'member'> }) {
  const events = useQuery(memberEventsQuery(memberId));
  return (
    <Card title="Upcoming Events">
      {events.isPending && <LoadingRows label="Loading events..." rows={2} />}
      {events.isError && !events.data && (
        <QueryFailure title="Failed to load events" query={events} />
      )}
      {events.data?.length === 0 && <p className="text-third">No upcoming events.</p>}
      <ul className="divide-y divide-soft">
        {events.data?.map((event) => (
          <li
            key={event.occurrenceId}
            className="flex items-start justify-between gap-4 py-2 pointer-coarse:py-3"
          >
            <div className="min-w-0">
              <TextLink
                to="/calendar"
                // The event need not be on the default calendar.
                search={{
                  month: toMonth(event.localStart),
                  event: event.eventId,
                  occurrence: event.occurrenceId,
                  eventCalendar: event.calendarId,
                }}
                className="wrap-anywhere"
              >
                {event.title}
              </TextLink>
              <p className="text-xs text-third">
                <StartText event={event} />
              </p>
            </div>
            <OwnAnswer own={event} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
