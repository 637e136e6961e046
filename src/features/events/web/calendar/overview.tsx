import Archive from 'lucide-react/icons/archive';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Clock from 'lucide-react/icons/clock';
import MapPin from 'lucide-react/icons/map-pin';
import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type SampleEvent, sampleEvents, sampleTiles } from './sample-events.ts';

/** The specification's static overview, with sample content. */
export function Overview() {
  return (
    <div className="flex flex-col gap-5">
      <Notice>
        Sample content: these figures and events are made up. See your chapter's own under{' '}
        <TextLink to="/events" className="font-medium underline">
          Events
        </TextLink>
        .
      </Notice>
      <section aria-label="Sample figures">
        <dl className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          {sampleTiles.map(({ name, value }) => (
            <div
              key={name}
              className="rounded-card border border-line bg-surface px-5 py-4 shadow-card max-sm:flex max-sm:items-center max-sm:justify-between"
            >
              <dt className="font-medium text-third">{name}</dt>
              <dd className="tabular text-figure font-semibold tracking-[-0.02em]">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <ul aria-label="Sample events" className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {sampleEvents.map((event) => (
          <li key={event.id} className="flex">
            <SampleCard event={event} />
          </li>
        ))}
      </ul>
      <Card
        title="Browse Event Archive"
        description="Past events by year, with attendance"
        actions={
          <LinkButton to="/events" search={{ when: 'past' }} icon={<Archive aria-hidden="true" />}>
            Browse Event Archive
          </LinkButton>
        }
      />
    </div>
  );
}

function SampleCard({ event }: { event: SampleEvent }) {
  const why = `${event.id}-why`;
  return (
    <Card
      level={2}
      title={<span className="wrap-anywhere">{event.title}</span>}
      actions={<Badge tone="info">{event.status.toUpperCase()}</Badge>}
      className="flex flex-1 flex-col"
    >
      <p className="text-second">{event.description}</p>
      <ul className="mt-4 mb-5 grid grid-cols-1 gap-x-6 gap-y-1.5 sm:grid-cols-2">
        <Fact icon={<CalendarDays />}>{event.date}</Fact>
        <Fact icon={<Clock />}>{event.time}</Fact>
        <Fact icon={<MapPin />}>{event.location}</Fact>
        <Fact icon={<Users />}>{event.attendees} attending</Fact>
      </ul>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-soft pt-4">
        <p className="tabular text-xs text-third">RSVP by {event.rsvpDeadline}</p>
        <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
          <Button disabled aria-describedby={why}>
            View Details
          </Button>
          <Button disabled aria-describedby={why}>
            RSVP Now
          </Button>
        </div>
      </div>
      <p id={why} className="mt-2 text-xs text-third">
        This is a sample: its buttons do nothing.
      </p>
    </Card>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="tabular flex min-w-0 items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-third">
      <span aria-hidden="true">{icon}</span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
