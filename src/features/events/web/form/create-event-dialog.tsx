import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { formatFullDay } from '#kit/calendar/weekday.ts';
import { type Day, formatLocal } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { describeFailure, getRefusal, isUnreachable } from '#web/api/call-error.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { EventDetail } from '../../event.ts';
import type { Calendar } from '../../listing-contract.ts';
import { useCreateEvent } from '../change-queries.ts';
import {
  emptyEventForm,
  type FilledEventForm,
  requiredFieldsMessage,
  type Times,
  toNewEvent,
} from './event-form.ts';
import { EventFormDialog, showRefusal, useEventForm } from './event-form-dialog.tsx';
import { InvitationChoice } from './invitation-choice.tsx';
import { RecurrenceFields } from './recurrence-fields.tsx';

/** Creates an event, proposed for a day or for times. */
export function CreateEventDialog({
  day,
  times,
  timeZone,
  calendarId: preset,
  choices,
  onCreated,
  onView,
  ...overlay
}: OverlayProps & {
  day: Day;
  times: Times | undefined;
  /** The calendar's, which decides what is over today. */
  timeZone: string;
  /** Undefined until the calendars are loaded. */
  calendarId: Id<'calendar'> | undefined;
  /** The calendars to choose from, if all of them are shown. */
  choices: readonly Calendar[] | undefined;
  /** Closes the dialog. */
  onCreated: (event: EventDetail) => void;
  /** From the message that the event was created. */
  onView: (event: EventDetail) => void;
}) {
  const create = useCreateEvent();
  const idempotency = useIdempotencyKey();
  const [initial] = useState(() =>
    emptyEventForm(day, formatLocal(Temporal.Now.plainDateTimeISO(timeZone)), times),
  );
  const [failure, setFailure] = useState<string>();
  const [chosen, setChosen] = useState<Id<'calendar'>>();
  const calendarId = chosen ?? preset;
  const [emailsMembers, setEmailsMembers] = useState(false);
  const form = useEventForm(initial);
  const startDate = useWatch({ control: form.control, name: 'startDate' });
  const save = useSubmitOnce(
    async (filled: FilledEventForm) => {
      setFailure(undefined);
      if (calendarId === undefined) throw new NoCalendar();
      const event = { ...toNewEvent(filled), emailsMembers };
      const idempotencyKey = idempotency.keyFor({ calendarId, event });
      const created = await create.mutateAsync({ calendarId, event, idempotencyKey });
      idempotency.done();
      toast.success({
        title: 'Event created successfully!',
        action: { label: 'View', onPress: () => onView(created) },
      });
      onCreated(created);
    },
    (error) => {
      if (error instanceof NoCalendar) return setFailure(requiredFieldsMessage);
      const message = isUnreachable(error)
        ? 'An error occurred while creating the event'
        : 'Failed to create event';
      toast.error(message);
      showRefusal(form, error);
      const reason = getRefusal(error) && describeFailure(error);
      return setFailure(reason ? `${message}. ${reason}` : `${message}. Try again.`);
    },
  );
  return (
    <EventFormDialog
      form={form}
      {...overlay}
      title="Create New Event"
      // The form's first field shows it.
      description={
        <span className="sr-only">{`Creating event for ${formatFullDay(startDate || day)}`}</span>
      }
      submitLabel="Create Event"
      busyLabel="Creating..."
      isBusy={create.isPending}
      before={
        choices && (
          <Select
            label="Calendar"
            options={choices.map(({ id, name }) => ({ value: id, label: name }))}
            value={calendarId ?? null}
            onValueChange={setChosen}
          />
        )
      }
      recurrence={<RecurrenceFields kept={null} />}
      after={
        <InvitationChoice
          checked={emailsMembers}
          onCheckedChange={setEmailsMembers}
          timeZone={timeZone}
        />
      }
      failure={failure}
      onSave={save}
    />
  );
}

/** The calendars are not loaded yet, or there are none. */
class NoCalendar extends Error {}
