import { useController, useFormContext, useFormState } from 'react-hook-form';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TimeField } from '#web/ui/fields/time-field.tsx';
import { maxCategoryLength, maxDescriptionLength, maxTitleLength } from '../../expense.ts';
import { AddAttendees } from './add-attendees.tsx';
import { useEventChoices } from './event-choice.ts';
import type { ExpenseForm } from './expense-form.ts';

export function DetailsFields() {
  const { register } = useFormContext<ExpenseForm>();
  const { errors } = useFormState<ExpenseForm>();
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <TextField
        {...register('title')}
        label="Title"
        required
        placeholder="What was it for?"
        maxLength={maxTitleLength}
        autoComplete="off"
        error={errors.title?.message}
        className="sm:col-span-2"
      />
      <MoneyField
        {...register('amount', { deps: ['payerReimbursementAmount'] })}
        label="Amount"
        required
        error={errors.amount?.message}
      />
      <TextField
        {...register('category')}
        label="Category"
        placeholder="Food, Travel, Entertainment"
        maxLength={maxCategoryLength}
        error={errors.category?.message}
      />
      <ExpenseDateField />
      <TimeField {...register('time')} label="Time" required error={errors.time?.message} />
      <EventField />
      <TextArea
        {...register('description')}
        label="Description"
        rows={2}
        maxLength={maxDescriptionLength}
        error={errors.description?.message}
        className="sm:col-span-2"
      />
    </div>
  );
}

function ExpenseDateField() {
  const { field, fieldState } = useController<ExpenseForm, 'day'>({ name: 'day' });
  return (
    <DateField
      ref={field.ref}
      label="Expense Date"
      required
      value={field.value}
      onValueChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}

const noEvent = 'none';

/** Offers a retry if events fail to load; the filter behind the dialog shows the toast. */
function EventField() {
  const { field } = useController<ExpenseForm, 'eventId'>({ name: 'eventId' });
  const { choices, occurrences, isFailed, retry } = useEventChoices();
  const isKnown = field.value === null || choices.some((choice) => choice.id === field.value);
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <Select
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
        onValueChange={(value) => field.onChange(value === noEvent ? null : value)}
        onBlur={field.onBlur}
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
