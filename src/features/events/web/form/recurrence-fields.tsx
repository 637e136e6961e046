import clsx from 'clsx';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { Day } from '#kit/day.ts';
import type { RecurrencePattern } from '#kit/recurrence/recurrence-pattern.ts';
import { describeRecurrence } from '#kit/recurrence/recurrence-text.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import type { EventForm } from './event-form.ts';
import {
  listMonthlyWays,
  pickMonthlyWay,
  type Repeats,
  toRecurrence,
  toWeekday,
  validateRecurrence,
  weekdayChoices,
} from './recurrence-form.ts';

const frequencyChoices: { value: Repeats; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
];
const units = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' };
const endChoices: { value: EventForm['ends']; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'until', label: 'On a date' },
  { value: 'times', label: 'After a number of occurrences' },
];

/** The fields for how an event repeats, with a description in words. */
export function RecurrenceFields({ kept }: { kept: RecurrencePattern | null }) {
  const { register } = useFormContext<EventForm>();
  const { errors } = useFormState<EventForm>();
  const repeats = useWatch<EventForm, 'repeats'>({ name: 'repeats' });
  const startDate = useWatch<EventForm, 'startDate'>({ name: 'startDate' });
  const interval = useWatch<EventForm, 'interval'>({ name: 'interval' });
  const ends = useWatch<EventForm, 'ends'>({ name: 'ends' });
  const keptChoice = { value: 'kept' as const, label: describeRecurrence(kept) };
  /** The start date, if there is a rule to edit. */
  const day = repeats !== 'never' && repeats !== 'kept' && startDate !== '' && startDate;
  const isRule = day !== false;
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">Recurrence</legend>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <Select
          {...register('repeats', { deps: ['interval', 'until', 'times'] })}
          label="Repeats"
          options={
            kept && repeats === 'kept' ? [keptChoice, ...frequencyChoices] : frequencyChoices
          }
          className={clsx(!isRule && 'sm:col-span-2')}
        />
        {isRule && (
          <NumberField
            {...register('interval')}
            label="Every"
            suffix={
              <span className="pr-3 text-third">
                {units[repeats]}
                {interval.trim() !== '1' && 's'}
              </span>
            }
            maxLength={3}
            error={errors.interval?.message}
          />
        )}
      </div>
      {day && repeats === 'weekly' && <WeekdayField startDate={day} />}
      {day && repeats === 'monthly' && <MonthlyField startDate={day} />}
      {isRule && (
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
          <Select
            {...register('ends', { deps: ['until', 'times'] })}
            label="Ends"
            options={endChoices}
            className={clsx(ends === 'never' && 'sm:col-span-2')}
          />
          {ends === 'until' && <UntilField startDate={day} />}
          {ends === 'times' && (
            <NumberField
              {...register('times')}
              label="Number of Occurrences"
              maxLength={5}
              error={errors.times?.message}
            />
          )}
        </div>
      )}
      {day && <RecurrenceDescription startDate={day} />}
    </fieldset>
  );
}

/** The weekday of the start is always selected. */
function WeekdayField({ startDate }: { startDate: Day }) {
  const { field } = useController<EventForm, 'otherWeekdays'>({ name: 'otherWeekdays' });
  const startWeekday = toWeekday(startDate);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-ink">On</legend>
      <div className="grid grid-cols-7 gap-1 sm:gap-2">
        {weekdayChoices.map(({ code, name }) => (
          <label
            key={code}
            className={clsx(
              'flex h-9 items-center justify-center rounded-control border border-line text-xs select-none pointer-coarse:h-11',
              'has-checked:border-primary has-checked:bg-primary-tint has-checked:font-medium has-checked:text-primary-ink',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-primary',
              code === startWeekday ? 'cursor-default' : 'hover:not-has-checked:bg-hover',
            )}
          >
            <input
              type="checkbox"
              aria-label={code === startWeekday ? `${name}, the day it starts on` : name}
              checked={code === startWeekday || field.value.includes(code)}
              aria-disabled={code === startWeekday || undefined}
              onChange={(event) => {
                if (code === startWeekday) return;
                const others = field.value.filter((each) => each !== code);
                field.onChange(event.target.checked ? [...others, code] : others);
              }}
              className="sr-only"
            />
            <span aria-hidden="true">{name.slice(0, 3)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function MonthlyField({ startDate }: { startDate: Day }) {
  const { setValue } = useFormContext<EventForm>();
  const form = useWatch<EventForm>() as EventForm;
  return (
    <RadioGroup
      label="Each month"
      options={listMonthlyWays(startDate).map(({ value, label, note }) => ({
        value,
        label,
        description: note,
      }))}
      value={pickMonthlyWay(form, startDate)}
      onValueChange={(way) => setValue('monthly', way, { shouldDirty: true })}
    />
  );
}

function UntilField({ startDate }: { startDate: Day }) {
  const { field, fieldState } = useController<EventForm, 'until'>({ name: 'until' });
  return (
    <DateField
      ref={field.ref}
      label="Last Day"
      min={startDate}
      value={field.value}
      onValueChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}

/** The chosen rule in the words of the event's panel. */
function RecurrenceDescription({ startDate }: { startDate: Day }) {
  const form = useWatch<EventForm>() as EventForm;
  const isReadable = Object.keys(validateRecurrence(form, startDate)).length === 0;
  return (
    <p role="status" className="rounded-control bg-hover px-3.5 py-2.5 text-second">
      {isReadable ? describeRecurrence(toRecurrence(form, startDate)) : 'Not complete yet'}
    </p>
  );
}
