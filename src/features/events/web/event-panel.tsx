import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import type { Id } from '#kit/id.ts';
import { CallError } from '#web/call-error.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Sheet, SheetSection } from '#web/ui/sheet.tsx';
import { nameOfColor } from '../category-color.ts';
import type { EventDetail } from '../contract.ts';
import { describeRecurrence } from '../recurrence-text.ts';
import { hueFillClass, hueStyle } from './category-hue.ts';
import { eventQuery } from './queries.ts';

/** Everything about one event, beside the month. */
export function EventPanel({
  open,
  calendarId,
  eventId,
  onClose,
}: {
  open: boolean;
  calendarId: Id;
  eventId: Id;
  onClose: () => void;
}) {
  const event = useQuery(eventQuery(calendarId, eventId));
  const isNotFound = event.error instanceof CallError && event.error.status === 404;
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={event.data ? <span className="wrap-anywhere">{event.data.title}</span> : 'Event'}
    >
      {event.isPending && (
        <p role="status" className="animate-appear px-5 py-4 text-third">
          Loading event details...
        </p>
      )}
      {isNotFound && (
        <EmptyState title="Event not found">It may have been deleted meanwhile.</EmptyState>
      )}
      {event.isError && !isNotFound && (
        <ErrorState
          title="Couldn't load the event"
          onRetry={() => void event.refetch()}
          isRetrying={event.isFetching}
        >
          {event.error.message}
        </ErrorState>
      )}
      {event.data && <Facts event={event.data} />}
    </Sheet>
  );
}

function Facts({ event }: { event: EventDetail }) {
  const { timeZone, audit, participants } = event;
  return (
    <>
      <SheetSection title="Details">
        <DetailList>
          <Detail name="Category">
            <span
              aria-hidden="true"
              style={hueStyle(event.categoryColor)}
              className={`size-3 rounded-full ${hueFillClass}`}
            />
            {nameOfColor(event.categoryColor)}
          </Detail>
          <Detail name="Starts">
            <DateText at={event.startsAt} zone={timeZone} format="dateTime" />
          </Detail>
          <Detail name="Ends">
            <DateText at={event.endsAt} zone={timeZone} format="dateTime" />
          </Detail>
          {event.location && (
            <Detail name="Location">
              <span className="flex min-w-0 items-start gap-1.5 wrap-anywhere">
                <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-third" />
                {event.location}
              </span>
            </Detail>
          )}
          <Detail name="Recurrence">{describeRecurrence(event.recurrencePattern)}</Detail>
          {isElsewhere(timeZone) && (
            <Detail name="Time zone">{timeZone.replaceAll('_', ' ')}</Detail>
          )}
        </DetailList>
      </SheetSection>
      {event.description && (
        <SheetSection title="Description">
          <p className="whitespace-pre-line wrap-anywhere">{event.description}</p>
        </SheetSection>
      )}
      <SheetSection title={`Participants (${participants.length})`}>
        {participants.length === 0 ? (
          <p className="text-third">Nobody has been added yet.</p>
        ) : (
          <ul className="list-inside list-disc">
            {participants.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
      </SheetSection>
      <SheetSection title="Created By">
        <p className="wrap-anywhere">{audit.createdBy}</p>
        <p className="mt-1 text-xs text-third">
          Created <DateText at={audit.createdAt} zone={timeZone} format="dateTime" />
        </p>
        <p className="text-xs text-third">
          Updated <DateText at={audit.updatedAt} zone={timeZone} format="dateTime" />
        </p>
      </SheetSection>
    </>
  );
}

/** Whether the reader's own clock shows other times than the event's. */
function isElsewhere(timeZone: string): boolean {
  return Temporal.Now.timeZoneId() !== timeZone;
}
