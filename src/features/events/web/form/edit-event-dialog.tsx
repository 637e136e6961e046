import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { describeRecurrence } from '#kit/recurrence/recurrence-text.ts';
import { describeFailure, isConflict, isNotFound, isUnreachable } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { rebaseForm } from '#web/screen/record/record-form.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { ConflictFooter } from '#web/ui/overlays/conflict.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { EventDetail } from '../../event.ts';
import { mayKeepDoor } from '../../rights/may-keep-door.ts';
import { useUpdateEvent } from '../change-queries.ts';
import { EventConflict } from '../panel/event-conflict.tsx';
import { eventQuery } from '../shared/event-query.ts';
import { Consequences } from './consequences.tsx';
import {
  type FilledEventForm,
  isUnchanged,
  mergeEventForm,
  toEventChange,
  toEventForm,
} from './event-form.ts';
import { EventFormDialog, showRefusal, useEventForm } from './event-form-dialog.tsx';
import { RecurrenceFields } from './recurrence-fields.tsx';
import { ScopeChoice } from './scope-choice.tsx';

const failure = 'Failed to update event';

/**
 * Edits an event, or part of a series. If someone else changed it first, both versions are shown side
 * by side to choose from.
 */
export function EditEventDialog({
  event,
  open,
  onClose,
  onSaved,
}: OverlayProps & {
  event: EventDetail;
  /** `saved` may be a new event, if the series was split. */
  onSaved: (saved: EventDetail) => void;
}) {
  const [initial] = useState(() => toEventForm(event));
  /** The version that the form is based on. */
  const { me } = useSession();
  const [seen, setSeen] = useState(event);
  /** The edit that conflicts with someone else's change. */
  const [mine, setMine] = useState<FilledEventForm>();
  const form = useEventForm(initial);
  const scope = useWatch({ control: form.control, name: 'scope' });
  const update = useUpdateEvent();
  const theirs = useQuery({
    ...eventQuery(event.calendarId, event.id, event.occurrenceId),
    enabled: false,
  });
  const save = useSubmitOnce(
    async (filled: FilledEventForm, over: EventDetail) => {
      if (isUnchanged(filled, seen)) {
        toast.info('No changes detected');
        return onClose();
      }
      const change = toEventChange(mergeEventForm(filled, seen, over), over);
      const saved = await update.mutateAsync({ seen: over, change }).catch((error: unknown) => {
        if (isConflict(error)) {
          setMine(filled);
          void theirs.refetch();
        }
        throw error;
      });
      toast.success('Event updated successfully');
      return onSaved(saved);
    },
    (error) => {
      toast.error(isUnreachable(error) ? 'An error occurred while updating the event' : failure);
      showRefusal(form, error);
    },
  );
  const current = theirs.isFetching || theirs.isError ? undefined : theirs.data;
  const goBack = () => {
    if (current && mine) {
      rebaseForm(form, toEventForm(current), mergeEventForm(mine, seen, current));
      setSeen(current);
    }
    // Only a rendered field can take the focus.
    flushSync(() => setMine(undefined));
    update.reset();
    form.setFocus('title');
  };
  const affected = <Consequences event={event} scope={scope} action="change" />;
  return (
    <EventFormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Edit Event"
      description="Update the event details"
      submitLabel="Update Event"
      busyLabel="Updating..."
      isBusy={update.isPending}
      isKnown
      knownMaxGuests={seen.maxGuests}
      mayHideNames={mayKeepDoor(me, seen.createdByUserId)}
      before={
        seen.isRecurring && (
          <>
            <ScopeChoice value={scope} onValueChange={(chosen) => form.setValue('scope', chosen)} />
            {affected}
          </>
        )
      }
      recurrence={
        seen.isRecurring && scope === 'one' ? (
          <p className="text-third">
            {describeRecurrence(seen.recurrencePattern)}. To change how it repeats, choose "This and
            following events" or "All events".
          </p>
        ) : (
          // Remounted when the form is rebased, because their rule may be one the form cannot express.
          <RecurrenceFields key={seen.version} kept={seen.recurrencePattern} />
        )
      }
      after={!seen.isRecurring && affected}
      failure={
        update.isError &&
        !isConflict(update.error) &&
        (isNotFound(update.error)
          ? 'Someone else deleted this event. Your changes are still here.'
          : describeFailure(update.error))
      }
      instead={
        mine && (
          <EventConflict
            mine={
              current
                ? toEventChange(mergeEventForm(mine, seen, current), current)
                : toEventChange(mine, seen)
            }
            theirs={current}
            isDeleted={isNotFound(theirs.error)}
            failure={theirs.isFetching ? null : theirs.error}
            onRetry={() => void theirs.refetch()}
          />
        )
      }
      insteadFooter={
        mine && (
          <ConflictFooter
            isBusy={update.isPending}
            onGoBack={goBack}
            onTakeTheirs={onClose}
            onKeepMine={current && (() => save(mine, current))}
          />
        )
      }
      onSave={(filled) => save(filled, seen)}
    />
  );
}
