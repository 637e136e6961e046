import { type ReactNode, useId } from 'react';
import { formatDay, type Instant, localToDay, toInstant } from '#kit/day.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Faces } from '#web/ui/people/faces.tsx';
import { isAllDay } from '../../all-day.ts';
import type { EventCard } from '../../event.ts';
import { formatDays, formatTimes } from '../../format-times.ts';
import { lastDayOfOccurrence } from '../../group-by-day.ts';
import { describeAttendance } from '../../rsvp/describe-attendance.ts';
import { describeMaxGuests } from '../../rsvp/guest-labels.ts';
import { maxGuests } from '../../rsvp/occurrence-rsvp.ts';
import { countSpotsLeft } from '../../rsvp/rsvp.ts';
import { useCategoryName } from '../categories/categories-query.ts';
import { hueFillClass, hueStyle } from '../category-hue.ts';
import { DeadlineText } from '../rsvp/deadline-text.tsx';
import { RsvpControl } from '../rsvp/rsvp-control.tsx';
import { EventLink, type OpenEventPanel } from '../shared/event-link.tsx';

/** An event in one line, with everything needed to RSVP. Pressing it opens its panel. */
export function EventRow({ event, onEvent }: { event: EventCard; onEvent: OpenEventPanel }) {
  const { title, location, rsvp, rsvpDeadline, timeZone } = event;
  const titleId = useId();
  const category = useCategoryName()(event.categoryColor);
  /** Includes the day, because events that repeat share a title. */
  const label = `${title}, ${formatDay(localToDay(event.localStart))}`;
  const now = toInstant(Temporal.Now.instant());
  const status = toStatus(event, now);
  const hasEnded = event.occurrenceEndDate <= now;
  const people = event.participantIds.map((id, place) => ({
    id,
    name: event.participants[place] ?? '',
  }));
  return (
    // Not a region, because a list of rows would be a list of landmarks.
    <article
      aria-labelledby={titleId}
      className="relative grid grid-cols-1 gap-x-5 gap-y-2 px-4 py-3 has-[h3_a:hover]:bg-hover sm:px-5 md:grid-cols-[10.5rem_minmax(0,1fr)_auto] md:items-center"
    >
      <p className="tabular text-second max-md:text-xs">
        <Times event={event} />
      </p>
      <div className="flex min-w-0 gap-3">
        <span
          aria-hidden="true"
          style={hueStyle(event.categoryColor)}
          className={`w-[3px] shrink-0 rounded-full ${hueFillClass}`}
        />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h3 className="min-w-0 font-medium">
              <EventLink
                occurrence={event}
                onOpen={onEvent}
                isInList
                label={`View Details: ${label}`}
                // The whole row opens the panel, except what is above it.
                className="after:absolute after:inset-0 wrap-anywhere"
              >
                <span id={titleId} className="line-clamp-3">
                  {title}
                </span>
              </EventLink>
            </h3>
            {status && <Badge tone={status.tone}>{status.words}</Badge>}
            {people.length > 0 && <Faces people={people} />}
          </div>
          <p className="text-xs text-third wrap-anywhere">
            <Facts>
              {lastDayOfOccurrence(event) !== localToDay(event.localStart) && formatDays(event)}
              {location}
              {category}
              {/* A past event without RSVPs may still have had attendees. */}
              {!(hasEnded && rsvp.going === 0) && describeAttendance(rsvp, { hasEnded })}
              {/* Only a limit of its own is worth showing in a list. */}
              {!hasEnded && rsvp.maxGuests < maxGuests && describeMaxGuests(rsvp.maxGuests)}
              {event.isRecurring && 'Repeats'}
              {rsvpDeadline && !hasEnded && (
                <>
                  RSVP by{' '}
                  <DeadlineText
                    at={rsvpDeadline}
                    zone={timeZone}
                    isAllDay={isAllDay(event.localStart, event.localEnd)}
                  />
                </>
              )}
            </Facts>
          </p>
        </div>
      </div>
      {/* Above the link of the row. */}
      <div className="relative z-1">
        <RsvpControl occurrenceId={event.occurrenceId} title={label} rsvp={rsvp} />
      </div>
    </article>
  );
}

/** What is after the times may take a line of its own. */
function Times({ event }: { event: EventCard }) {
  const [times, ...rest] = formatTimes(event).split(/ (?=the next day$)/);
  return (
    <>
      <span className="whitespace-nowrap">{times}</span>
      {rest.map((words) => (
        <span key={words}>
          {' '}
          <span className="text-xs whitespace-nowrap text-third">{words}</span>
        </span>
      ))}
    </>
  );
}

/** Facts in one line; those without a value are left out. */
function Facts({ children }: { children: readonly ReactNode[] }) {
  return children
    .filter((fact) => fact !== false && fact !== '' && fact !== null && fact !== undefined)
    .map((fact, place) => (
      <span key={place}>
        {place > 0 && ' · '}
        {fact}
      </span>
    ));
}

/** Only what the heading of the list does not say of every event. */
function toStatus(event: EventCard, now: Instant): { words: string; tone: BadgeTone } | undefined {
  if (event.occurrenceEndDate <= now) return undefined;
  if (event.occurrenceStartDate <= now) return { words: 'HAPPENING NOW', tone: 'settled' };
  if (!event.rsvp.isOpen) return { words: 'RSVP CLOSED', tone: 'outline' };
  return countSpotsLeft(event.rsvp) === 0 ? { words: 'FULL', tone: 'warn' } : undefined;
}
