import { CalendarDays, Clock, MapPin, Repeat, Users } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { formatDay, type Instant, localToDay, toInstant } from '#kit/day.ts';
import { buttonClass } from '#web/ui/actions/button-class.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import type { EventCard } from '../../event.ts';
import { formatDays, formatTimes } from '../../format-times.ts';
import { describeAttendance } from '../../rsvp/describe-attendance.ts';
import { countSpotsLeft } from '../../rsvp/rsvp.ts';
import { hueFillClass, hueStyle } from '../category-hue.ts';
import { EventLink } from '../panel/event-link.tsx';
import { RsvpControl } from '../rsvp/rsvp-control.tsx';

/** An event in a list, with everything needed to RSVP. */
export function EventListCard({ event }: { event: EventCard }) {
  const { title, description, location, rsvp, rsvpDeadline, timeZone } = event;
  const headingId = useId();
  /** Includes the day, because events that repeat share a title. */
  const label = `${title}, ${formatDay(localToDay(event.localStart))}`;
  const now = toInstant(Temporal.Now.instant());
  const status = toStatus(event, now);
  const hasEnded = event.occurrenceEndDate <= now;
  return (
    // Not a region, because a list of cards would be a list of landmarks.
    <article
      aria-labelledby={headingId}
      className="flex w-full min-w-0 flex-col rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 id={headingId} className="flex min-w-0 items-baseline gap-2.5 text-base font-semibold">
          <span
            aria-hidden="true"
            style={hueStyle(event.categoryColor)}
            className={`size-2.5 shrink-0 rounded-full ${hueFillClass}`}
          />
          <span className="line-clamp-3 min-w-0 wrap-anywhere">{title}</span>
        </h2>
        <Badge tone={status.tone}>{status.words}</Badge>
      </div>
      {description && (
        <p className="mb-4 line-clamp-3 whitespace-pre-line text-second wrap-anywhere">
          {description}
        </p>
      )}
      <ul className="mb-5 grid grid-cols-1 gap-x-6 gap-y-1.5 sm:grid-cols-2">
        <Fact icon={<CalendarDays />}>{formatDays(event)}</Fact>
        <Fact icon={<Clock />}>{formatTimes(event)}</Fact>
        {location && <Fact icon={<MapPin />}>{location}</Fact>}
        {/* A past event without RSVPs may still have had attendees. */}
        {!(hasEnded && rsvp.going === 0) && (
          <Fact icon={<Users />}>{describeAttendance(rsvp, { hasEnded })}</Fact>
        )}
        {event.isRecurring && <Fact icon={<Repeat />}>Repeats</Fact>}
      </ul>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-soft pt-4">
        <p className="text-xs text-third empty:hidden">
          {rsvpDeadline && !hasEnded && (
            <>
              RSVP by <DateText at={rsvpDeadline} zone={timeZone} format="event" />
            </>
          )}
        </p>
        <div className="ml-auto max-sm:w-full">
          <RsvpControl occurrenceId={event.occurrenceId} title={label} rsvp={rsvp}>
            <EventLink
              occurrence={event}
              label={`View Details: ${label}`}
              className={buttonClass({ className: 'max-sm:flex-1' })}
            >
              View Details
            </EventLink>
          </RsvpControl>
        </div>
      </div>
    </article>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="tabular flex min-w-0 items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-third">
      <span aria-hidden="true">{icon}</span>
      <span className="line-clamp-3 min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}

function toStatus(event: EventCard, now: Instant): { words: string; tone: BadgeTone } {
  if (event.occurrenceEndDate <= now) return { words: 'PAST', tone: 'outline' };
  if (event.occurrenceStartDate <= now) return { words: 'HAPPENING NOW', tone: 'settled' };
  if (!event.rsvp.isOpen) return { words: 'RSVP CLOSED', tone: 'outline' };
  if (countSpotsLeft(event.rsvp) === 0) return { words: 'FULL', tone: 'warn' };
  return { words: 'UPCOMING', tone: 'info' };
}
