import { useState } from 'react';
import { formatDay, localToDay } from '#kit/day.ts';
import { describeFailure, isConflict, isUnreachable } from '#web/api/call-error.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AlertDialog } from '#web/ui/overlays/alert-dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { isAllDay } from '../../all-day.ts';
import type { EventDetail, Scope } from '../../event.ts';
import { useRemoveEvent } from '../change-queries.ts';
import { Consequences } from '../form/consequences.tsx';
import { ScopeChoice } from '../form/scope-choice.tsx';

/** Confirms the deletion of an event or part of a series, and shows what it affects. */
export function DeleteEventDialog({
  event,
  onDeleted,
  ...overlay
}: OverlayProps & {
  event: EventDetail;
  onDeleted: () => void;
}) {
  const [scope, setScope] = useState<Scope>(event.isRecurring ? 'one' : 'all');
  const remove = useRemoveEvent();
  const confirm = useSubmitOnce(
    async () => {
      await remove.mutateAsync({ event, scope });
      toast.success('Event deleted successfully');
      onDeleted();
    },
    (error) => {
      toast.error(
        isUnreachable(error)
          ? 'An error occurred while deleting the event'
          : 'Failed to delete event',
      );
    },
  );
  return (
    <AlertDialog
      {...overlay}
      title="Delete Event"
      description="Are you sure you want to delete this event? This action cannot be undone."
      confirmLabel="Delete"
      busyLabel="Deleting..."
      isBusy={remove.isPending}
      onConfirm={confirm}
    >
      <div className="flex flex-col gap-4">
        <p>
          <span className="block font-medium wrap-anywhere">{event.title}</span>
          <span className="tabular block text-third">
            {isAllDay(event.startDate, event.endDate) ? (
              `${formatDay(localToDay(event.startDate))}, all day`
            ) : (
              <DateText at={event.startsAt} zone={event.timeZone} format="dateTime" />
            )}
          </span>
        </p>
        {event.isRecurring && <ScopeChoice value={scope} onValueChange={setScope} />}
        <Consequences event={event} scope={scope} action="delete" />
        {remove.isError && (
          <Notice tone="error">
            {isConflict(remove.error)
              ? 'Someone else changed this event. Review it, then delete it again.'
              : describeFailure(remove.error)}
          </Notice>
        )}
      </div>
    </AlertDialog>
  );
}
