import { useQuery } from '@tanstack/react-query';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import { Suspense } from 'react';
import type { Id } from '#kit/id.ts';
import { describeRecurrence } from '#kit/recurrence/recurrence-text.ts';
import { getOwnZone, isSameZone } from '#kit/time-zone.ts';
import { isNotFound } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import { lazyExtra } from '#web/screen/lazy-named.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ExternalLink } from '#web/ui/actions/external-link.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Sheet, SheetSection } from '#web/ui/overlays/sheet.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { describeZone } from '../../describe-zone.ts';
import type { EventDetail } from '../../event.ts';
import { formatWhen } from '../../format-times.ts';
import { mayKeepDoor } from '../../rights/may-keep-door.ts';
import { useCategoryName } from '../categories/categories-query.ts';
import { hueFillClass, hueStyle } from '../category-hue.ts';
import { RsvpSection } from '../rsvp/rsvp-section.tsx';
import { eventQuery } from '../shared/event-query.ts';
import { useEventRights } from '../use-event-rights.ts';
import { AddToCalendar } from './add-to-calendar.tsx';
import { linkToPlace } from './link-to-place.ts';
import { LinkedText } from './linked-text.tsx';

const FilesSection = lazyExtra(() => import('./files-section.tsx'), 'FilesSection');

/** The details and RSVPs of an event. */
export function EventPanel({
  calendarId,
  calendarName,
  eventId,
  occurrenceId,
  onEdit,
  onDelete,
  ...overlay
}: OverlayProps & {
  calendarId: Id<'calendar'>;
  /** Undefined if there is only one calendar. */
  calendarName: string | undefined;
  eventId: Id<'event'>;
  /** By default the next one. */
  occurrenceId: Id<'occurrence'> | undefined;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const event = useQuery(eventQuery(calendarId, eventId, occurrenceId));
  const { me } = useSession();
  const { reasonAgainstChanging } = useEventRights();
  const reason = event.data && reasonAgainstChanging(event.data.createdByUserId);
  const isMissing = isNotFound(event.error);
  return (
    <Sheet
      {...overlay}
      subjectId={`${eventId} ${occurrenceId ?? ''}`}
      title={event.data ? <span className="wrap-anywhere">{event.data.title}</span> : 'Event'}
      description={
        event.data ? (
          <Origin event={event.data} calendarName={calendarName} />
        ) : (
          // Its room, so that nothing moves.
          event.isPending && '\u00a0'
        )
      }
      footer={
        event.data &&
        !isMissing && (
          <>
            {mayKeepDoor(me, event.data.createdByUserId) && (
              <LinkButton
                to="/door/$occurrenceId"
                params={{ occurrenceId: event.data.occurrenceId }}
                icon={<ClipboardCheck aria-hidden="true" />}
              >
                Door List
              </LinkButton>
            )}
            {reason === undefined ? (
              <>
                <Button icon={<Pencil aria-hidden="true" />} onClick={onEdit}>
                  Edit
                </Button>
                <Button variant="ghost" icon={<Trash2 aria-hidden="true" />} onClick={onDelete}>
                  Delete
                </Button>
              </>
            ) : (
              <p className="basis-full text-xs text-third">{reason}.</p>
            )}
          </>
        )
      }
    >
      {event.isPending && (
        <p role="status" className="animate-appear px-5 py-4 text-third">
          Loading event details...
        </p>
      )}
      {isMissing && <EmptyState title="Event not found">It may have been deleted.</EmptyState>}
      {event.isError && !isMissing && (
        <QueryFailure title="Couldn't load the event." query={event} />
      )}
      {event.data && !isMissing && <EventDetails event={event.data} calendarName={calendarName} />}
    </Sheet>
  );
}

/** The category, and the calendar if there are several. */
function Origin({
  event: { categoryColor },
  calendarName,
}: {
  event: EventDetail;
  calendarName: string | undefined;
}) {
  const category = useCategoryName()(categoryColor);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
      <span
        aria-hidden="true"
        style={hueStyle(categoryColor)}
        className={`size-2 shrink-0 rounded-full ${hueFillClass}`}
      />
      <span className="min-w-0 wrap-anywhere">
        {[category, calendarName].filter((name) => name !== undefined).join(' · ') || '\u00a0'}
      </span>
    </span>
  );
}

function EventDetails({
  event,
  calendarName,
}: {
  event: EventDetail;
  calendarName: string | undefined;
}) {
  const { timeZone, audit } = event;
  const nameCategory = useCategoryName();
  return (
    <>
      <WhenAndWhere event={event} />
      <RsvpSection event={event} />
      <AddToCalendar occurrence={event} />
      {event.description && (
        <SheetSection title="Description">
          <p className="whitespace-pre-line wrap-anywhere">
            <LinkedText text={event.description} />
          </p>
        </SheetSection>
      )}
      <Suspense>
        <FilesSection event={event} />
      </Suspense>
      <Disclosure summary="More about this event" className="px-5 py-3">
        <DetailList>
          {calendarName !== undefined && (
            <Detail name="Calendar">
              <span className="min-w-0 wrap-anywhere">{calendarName}</span>
            </Detail>
          )}
          <Detail name="Category">
            <span
              aria-hidden="true"
              style={hueStyle(event.categoryColor)}
              className={`size-3 rounded-full ${hueFillClass}`}
            />
            {nameCategory(event.categoryColor)}
          </Detail>
          {!event.recurrencePattern && (
            <Detail name="Recurrence">{describeRecurrence(null)}</Detail>
          )}
          {event.capacity !== null && (
            <Detail name="Capacity">
              <span className="tabular">{event.capacity}</span>
            </Detail>
          )}
          <Detail name="Created By">{audit.createdBy}</Detail>
        </DetailList>
        <p className="mt-1 text-xs text-third">
          Created <DateText at={audit.createdAt} zone={timeZone} format="dateTime" />
        </p>
        <p className="text-xs text-third">
          Updated <DateText at={audit.updatedAt} zone={timeZone} format="dateTime" />
        </p>
      </Disclosure>
    </>
  );
}

function WhenAndWhere({ event }: { event: EventDetail }) {
  const { location, recurrencePattern, timeZone } = event;
  const times = { localStart: event.startDate, localEnd: event.endDate };
  const thisYear = Temporal.Now.plainDateISO(timeZone).year;
  return (
    <div className="flex flex-col gap-1 border-b border-soft px-5 py-4">
      <p className="tabular text-base font-semibold">
        <span className="sr-only">When: </span>
        {formatWhen(times, { thisYear })}
      </p>
      {!isSameZone(timeZone, getOwnZone()) && (
        <p className="text-second">Time zone: {describeZone(timeZone)}</p>
      )}
      {recurrencePattern && (
        <p className="flex flex-wrap items-center gap-2 text-second">
          {describeRecurrence(recurrencePattern)}
          {event.isException && <Badge tone="info">Different from the rest of the series</Badge>}
        </p>
      )}
      {location && (
        <p className="min-w-0 wrap-anywhere">
          <span className="sr-only">Where: </span>
          <ExternalLink href={linkToPlace(location)}>
            <span className="min-w-0 wrap-anywhere">{location}</span>
          </ExternalLink>
        </p>
      )}
    </div>
  );
}
