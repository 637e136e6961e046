import clsx from 'clsx';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useToday } from '#web/screen/use-today.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { NumberField } from '#web/ui/fields/number-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import type { ExpenseForm } from '../form/expense-form.ts';
import { describeDays, listSteps, type RepeatForm } from './repeat-form.ts';

const endChoices: { value: RepeatForm['repeatEnds']; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'until', label: 'On a date' },
  { value: 'times', label: 'After a number of occurrences' },
];

/** Whether an expense is logged again, on which days and until when. */
export function RepeatFields({ canStop }: { canStop: boolean }) {
  const { register, formState } = useFormContext<ExpenseForm>();
  const { errors } = useFormState<ExpenseForm>();
  const form = useWatch<ExpenseForm>() as ExpenseForm;
  const { repeats, repeatEnds, day } = form;
  const kept = formState.defaultValues?.repeats ?? 'never';
  const today = useToday();
  const isRepeated = repeats !== 'never';
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">Repeat</legend>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <Select
          {...register('repeats', { deps: ['repeatUntil', 'repeatTimes'] })}
          label="Repeat"
          options={[
            ...(canStop ? [{ value: 'never' as const, label: 'Does not repeat' }] : []),
            ...listSteps(kept),
          ]}
        />
        {isRepeated && (
          <Select
            {...register('repeatEnds', { deps: ['repeatUntil', 'repeatTimes'] })}
            label="Ends"
            options={endChoices}
          />
        )}
        {isRepeated && repeatEnds === 'until' && <UntilField />}
        {isRepeated && repeatEnds === 'times' && (
          <NumberField
            {...register('repeatTimes')}
            label="Number of Times"
            maxLength={6}
            error={errors.repeatTimes?.message}
          />
        )}
      </div>
      <p role="status" className={clsx('text-xs text-third', !isRepeated && 'hidden')}>
        {isRepeated && describeDays(form, day, today)}
      </p>
    </fieldset>
  );
}

function UntilField() {
  const { field, fieldState } = useController<ExpenseForm, 'repeatUntil'>({ name: 'repeatUntil' });
  return (
    <DateField
      ref={field.ref}
      label="Last Day"
      required
      value={field.value}
      onValueChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}
