import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { describeRecurrence } from '#kit/recurrence/recurrence-text.ts';
import { describeFailure, isConflict, isNotFound, isUnreachable } from '#web/api/call-error.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { ConflictFooter } from '#web/ui/overlays/conflict.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { EventDetail } from '../../event.ts';
import { useUpdateEvent } from '../change-queries.ts';
import { EventConflict } from '../panel/event-conflict.tsx';
import { eventQuery } from '../queries.ts';
import { Consequences } from './consequences.tsx';
import {
  changeOf,
  type FilledEventForm,
  formOfEvent,
  formOver,
  isUnchanged,
} from './event-form.ts';
import { EventFormDialog, showRefusal, useEventForm } from './event-form-dialog.tsx';
import { RecurrenceFields } from './recurrence-fields.tsx';
import { ScopeChoice } from './scope-choice.tsx';

const failure = 'Failed to update event';

/**
 * Changes an event, or as much of a series as is meant, if it still is what was seen. Else both
 * versions stand side by side, and the person chooses.
 */
export function EditEventDialog({
  event,
  open,
  onClose,
  onSaved,
}: {
  event: EventDetail;
  open: boolean;
  onClose: () => void;
  /** What the series goes on as may be another event. */
  onSaved: (saved: EventDetail) => void;
}) {
  const [initial] = useState(() => formOfEvent(event));
  /** The version that the form is about, and that its next save would replace. */
  const [seen, setSeen] = useState(event);
  /** What could not be saved because somebody else had been there. */
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
      const change = changeOf(formOver(filled, seen, over), over);
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
  const there = theirs.isFetching || theirs.isError ? undefined : theirs.data;
  const goBack = () => {
    if (there && mine) {
      form.reset(formOver(mine, seen, there), { keepDefaultValues: true, keepFieldsRef: true });
      setSeen(there);
    }
    setMine(undefined);
    update.reset();
    requestAnimationFrame(() => form.setFocus('title'));
  };
  const touched = <Consequences event={event} scope={scope} act="change" />;
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
      before={
        seen.isRecurring && (
          <>
            <ScopeChoice value={scope} onValueChange={(chosen) => form.setValue('scope', chosen)} />
            {touched}
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
          // Anew where the form goes on over another version: their rule may be a choice of its own.
          <RecurrenceFields key={seen.version} kept={seen.recurrencePattern} />
        )
      }
      after={!seen.isRecurring && touched}
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
            mine={there ? changeOf(formOver(mine, seen, there), there) : changeOf(mine, seen)}
            theirs={there}
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
            onKeepMine={there && (() => save(mine, there))}
          />
        )
      }
      onSave={(filled) => save(filled, seen)}
    />
  );
}
