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
  monthlyWays,
  type Repeats,
  recurrenceFaults,
  recurrenceOf,
  wayOn,
  weekdayChoices,
  weekdayOf,
} from './recurrence-form.ts';

const frequencyChoices: { value: Repeats; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
];
const units = { daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' };
const ends: { value: EventForm['ends']; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'until', label: 'On a date' },
  { value: 'times', label: 'After a number of occurrences' },
];

/** Whether and how an event repeats, with what that means in words. */
export function RecurrenceFields({ kept }: { kept: RecurrencePattern | null }) {
  const { register } = useFormContext<EventForm>();
  const { errors } = useFormState<EventForm>();
  const repeats = useWatch<EventForm, 'repeats'>({ name: 'repeats' });
  const startDate = useWatch<EventForm, 'startDate'>({ name: 'startDate' });
  const interval = useWatch<EventForm, 'interval'>({ name: 'interval' });
  const endsHow = useWatch<EventForm, 'ends'>({ name: 'ends' });
  const keptChoice = { value: 'kept' as const, label: describeRecurrence(kept) };
  /** The day that a rule begins on, where there is one to choose. */
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
            options={ends}
            className={clsx(endsHow === 'never' && 'sm:col-span-2')}
          />
          {endsHow === 'until' && <UntilField startDate={day} />}
          {endsHow === 'times' && (
            <NumberField
              {...register('times')}
              label="Number of Occurrences"
              maxLength={5}
              error={errors.times?.message}
            />
          )}
        </div>
      )}
      {day && <InWords startDate={day} />}
    </fieldset>
  );
}

/** The day it starts on is always one of them. */
function WeekdayField({ startDate }: { startDate: Day }) {
  const { field } = useController<EventForm, 'otherWeekdays'>({ name: 'otherWeekdays' });
  const own = weekdayOf(startDate);
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
              code === own ? 'cursor-default' : 'hover:not-has-checked:bg-hover',
            )}
          >
            <input
              type="checkbox"
              aria-label={code === own ? `${name}, the day it starts on` : name}
              checked={code === own || field.value.includes(code)}
              aria-disabled={code === own || undefined}
              onChange={(event) => {
                if (code === own) return;
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
      options={monthlyWays(startDate).map(({ value, label, note }) => ({
        value,
        label,
        description: note,
      }))}
      value={wayOn(form, startDate)}
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

/** What was chosen, as the event's panel will say it. */
function InWords({ startDate }: { startDate: Day }) {
  const form = useWatch<EventForm>() as EventForm;
  const isReadable = Object.keys(recurrenceFaults(form, startDate)).length === 0;
  return (
    <p role="status" className="rounded-control bg-hover px-3.5 py-2.5 text-second">
      {isReadable ? describeRecurrence(recurrenceOf(form, startDate)) : 'Not complete yet'}
    </p>
  );
}
