import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { formatDay, localToDay } from '#kit/day.ts';
import { useToday } from '#web/screen/use-today.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Faces } from '#web/ui/people/faces.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import { formatWhen } from '../../format-times.ts';
import { describeAttendance } from '../../rsvp/describe-attendance.ts';
import { EventLink } from '../shared/event-link.tsx';
import { HomeRsvp } from './home-rsvp.tsx';
import { type NextEvent, nextEventsQuery } from './next-events-query.ts';

/** The next events, with the user's RSVP in each row. */
export function ComingUpCard() {
  const events = useQuery(nextEventsQuery);
  return (
    <Card
      title="Coming Up"
      actions={
        <LinkButton to="/events" size="sm" variant="ghost">
          All Events
        </LinkButton>
      }
    >
      <QueryView
        query={events}
        loading={<LoadingRows label="Loading the next events..." rows={5} />}
        failure="Couldn't load the next events."
      >
        {({ items }) =>
          items.length === 0 ? (
            <NothingPlanned />
          ) : (
            <ul className="-my-2 divide-y divide-soft">
              {items.map((event, place) => (
                <EventRow
                  key={event.occurrenceId}
                  event={event}
                  hasFaces={place < eventsWithFaces}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Card>
  );
}

function NothingPlanned() {
  const today = useToday();
  return (
    <p className="text-second">
      No upcoming events.{' '}
      <TextLink to="/calendar" search={{ create: today }} className="underline">
        Add Event
      </TextLink>
    </p>
  );
}

const eventsWithFaces = 3;

function EventRow({ event, hasFaces }: { event: NextEvent; hasFaces: boolean }) {
  const { title, location, localStart, rsvp, faces } = event;
  const showsFaces = hasFaces && faces.count > 0;
  const thisYear = Number(useToday().slice(0, 4));
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 py-3 sm:gap-y-0">
      <div className="min-w-0 max-sm:col-span-2">
        <EventLink
          occurrence={event}
          className="touch-target relative block font-medium text-ink underline-offset-3 hover:underline"
        >
          <span className="line-clamp-2 wrap-anywhere">{title}</span>
        </EventLink>
        <p className="truncate text-xs text-third">
          {formatWhen(event, { thisYear })}
          {location && ` · ${location}`}
        </p>
      </div>
      <p
        className={clsx(
          'tabular min-w-0 text-xs text-third sm:row-start-2 sm:not-empty:mt-1.5',
          showsFaces && 'max-sm:col-span-2',
        )}
      >
        {showsFaces ? <Faces {...faces} /> : rsvp.going > 0 && describeAttendance(rsvp)}
      </p>
      <div className="col-start-2 sm:row-span-2 sm:row-start-1">
        <HomeRsvp event={event} title={`${title}, ${formatDay(localToDay(localStart))}`} />
      </div>
    </li>
  );
}
