import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { failureWords, isUnreachable, refusalOf } from '#web/call-error.ts';
import { useIntent } from '#web/intent.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { fullDate } from '#web/ui/day-moves.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { TextButton } from '#web/ui/text-link.tsx';
import { TimeField } from '#web/ui/time-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { maxDescriptionLength, maxLocationLength, maxTitleLength } from '../contract.ts';
import {
  type EventForm,
  emptyEventForm,
  faultsOf,
  hourAfter,
  newEventOf,
  requiredFieldsMessage,
} from '../event-form.ts';
import { ColorChoice } from './color-choice.tsx';
import { useCreateEvent } from './queries.ts';

/** Adds an event on a day. What was typed stays until it is saved or given up. */
export function CreateEventDialog({
  open,
  day,
  calendarId,
  onClose,
}: {
  open: boolean;
  day: Day;
  /** Undefined while the calendars are not known. */
  calendarId: Id | undefined;
  onClose: () => void;
}) {
  const create = useCreateEvent();
  const intent = useIntent();
  const [failure, setFailure] = useState<string>();
  const title = useRef<HTMLInputElement | null>(null);
  const form = useForm<EventForm>({
    defaultValues: emptyEventForm,
    mode: 'onTouched',
  });
  const { errors, dirtyFields, submitCount } = form.formState;
  const [endDate, categoryColor] = useWatch({
    control: form.control,
    name: ['endDate', 'categoryColor'],
  });
  const ruleOf = (field: keyof EventForm) => ({
    validate: (__: string, now: EventForm) => faultsOf(now, day)[field] ?? true,
  });

  const save = async (filled: EventForm) => {
    if (calendarId === undefined) return setFailure(requiredFieldsMessage);
    setFailure(undefined);
    const event = newEventOf(filled, day);
    try {
      const idempotencyKey = intent.keyFor({ calendarId, event });
      await create.mutateAsync({ calendarId, event, idempotencyKey });
    } catch (error) {
      const message = isUnreachable(error)
        ? 'An error occurred while creating the event'
        : 'Failed to create event';
      toast.error(message);
      const reason = refusalOf(error) && failureWords(error);
      return setFailure(reason ? `${message}. ${reason}` : `${message}. Try again.`);
    }
    intent.done();
    toast.success('Event created successfully!');
    return onClose();
  };
  const submit = form.handleSubmit(save);
  const isIncomplete = submitCount > 0 && errors.title !== undefined;
  const notice = isIncomplete ? requiredFieldsMessage : failure;
  const chooseEndDate = (chosen: Day | '') => {
    form.setValue('endDate', chosen, { shouldValidate: true });
    // Another day may put right what was wrong with the time.
    if (errors.endTime) void form.trigger('endTime');
  };

  const titleField = form.register('title', ruleOf('title'));
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Create New Event"
      description={`Creating event for ${fullDate(day)}`}
      size="lg"
      isBusy={create.isPending}
      initialFocus={title}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button onClick={onClose} disabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" isBusy={create.isPending} busyLabel="Creating...">
            Create Event
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {notice && <Notice tone="error">{notice}</Notice>}
        <TextField
          label="Title"
          required
          maxLength={maxTitleLength}
          autoComplete="off"
          error={errors.title?.message}
          {...titleField}
          ref={(input) => {
            titleField.ref(input);
            title.current = input;
          }}
        />
        <TextArea
          label="Description"
          maxLength={maxDescriptionLength}
          {...form.register('description')}
        />
        <TextField
          label="Location"
          maxLength={maxLocationLength}
          autoComplete="off"
          {...form.register('location')}
        />
        <ColorChoice
          value={categoryColor}
          onValueChange={(color) => form.setValue('categoryColor', color)}
        />
        <DateField
          label="End Date"
          value={endDate}
          min={day}
          help={endDate === '' ? 'Same day as start date' : undefined}
          aside={
            endDate !== '' && (
              <TextButton onClick={() => chooseEndDate('')}>Clear end date</TextButton>
            )
          }
          error={errors.endDate?.message}
          onValueChange={chooseEndDate}
          onBlur={() => void form.trigger('endDate')}
        />
        <div className="grid grid-cols-2 gap-4">
          <TimeField
            label="Start Time"
            error={errors.startTime?.message}
            {...form.register('startTime', {
              ...ruleOf('startTime'),
              deps: 'endTime',
              onChange: (change: { target: { value: string } }) => {
                const start = change.target.value;
                if (start && !dirtyFields.endTime) form.setValue('endTime', hourAfter(start));
              },
            })}
          />
          <TimeField
            label="End Time"
            error={errors.endTime?.message}
            {...form.register('endTime', ruleOf('endTime'))}
          />
        </div>
      </div>
    </Dialog>
  );
}
