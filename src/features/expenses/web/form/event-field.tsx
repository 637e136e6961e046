import { useRef } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { Occurrence } from '#features/events/occurrence.ts';
import { type LocalDateTime, localToDay, localToTime, toDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Combobox } from '#web/ui/fields/combobox.tsx';
import { AddAttendees } from './add-attendees.tsx';
import { findNearestOccurrence, useEventChoices } from './event-choice.ts';
import type { ExpenseForm } from './expense-form.ts';

const noEvent = 'none';

/**
 * The event, whose day becomes that of a new expense unless another was chosen. Offers a retry if events
 * fail to load; the filter behind the dialog shows the toast.
 */
export function EventField({ isNew }: { isNew: boolean }) {
  const { field } = useController<ExpenseForm, 'eventId'>({ name: 'eventId' });
  const { choices, occurrences, isFailed, retry } = useEventChoices();
  const takeDay = useTakeDay();
  const isKnown = field.value === null || choices.some((choice) => choice.id === field.value);
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <Combobox<Id<'event'> | typeof noEvent>
        ref={field.ref}
        label="Associated Event"
        options={[
          { value: noEvent, label: 'No event' },
          ...(isKnown || field.value === null
            ? []
            : [{ value: field.value, label: 'An event from another year' }]),
          ...choices.map(({ id, title, date }) => ({ value: id, label: `${title} - ${date}` })),
        ]}
        value={field.value ?? noEvent}
        onValueChange={(value) => {
          field.onChange(value === noEvent ? null : value);
          if (isNew && value !== noEvent) takeDay(value, occurrences);
        }}
        onBlur={field.onBlur}
        noMatch="No event has this name."
        help={
          isFailed && (
            <>
              Couldn't load events.{' '}
              <TextButton onClick={retry} className="font-medium">
                Retry
              </TextButton>
            </>
          )
        }
      />
      {field.value !== null && <AddAttendees eventId={field.value} occurrences={occurrences} />}
    </div>
  );
}

/** Takes the day and time of an event, unless others than those of a new form were chosen. */
function useTakeDay() {
  const { chapter } = useSession();
  const { getValues, setValue, formState } = useFormContext<ExpenseForm>();
  const { defaultValues } = formState;
  const taken = useRef<LocalDateTime>(undefined);
  return (eventId: Id<'event'>, occurrences: readonly Occurrence[]) => {
    const now = `${getValues('day')}T${getValues('time')}`;
    const isUntouched = now === `${defaultValues?.day}T${defaultValues?.time}`;
    if (!isUntouched && now !== taken.current) return;
    const today = toDay(Temporal.Now.plainDateISO(chapter.timeZone));
    const occurrence = findNearestOccurrence(occurrences, eventId, today);
    if (!occurrence) return;
    const [day, time] = [localToDay(occurrence.localStart), localToTime(occurrence.localStart)];
    taken.current = `${day}T${time}`;
    setValue('day', day);
    setValue('time', time);
  };
}
