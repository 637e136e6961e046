import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { formatDay } from '#kit/day.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { SuggestField } from '#web/ui/fields/suggest-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TimeField } from '#web/ui/fields/time-field.tsx';
import { focusTypedText } from '#web/ui/typed-text.ts';
import { maxCategoryLength, maxDescriptionLength } from '../../expense.ts';
import { categoriesQuery } from '../categories-query.ts';
import { RepeatFields } from '../recurring/repeat-fields.tsx';
import { SettlementFields } from '../settle/settlement-fields.tsx';
import { EventField } from './event-field.tsx';
import type { ExpenseForm } from './expense-form.ts';
import { PayerFields } from './payer-fields.tsx';

const folded = [
  'day',
  'time',
  'payerReimbursementAmount',
  'description',
  'category',
  'repeatUntil',
  'repeatTimes',
] as const;

/** Everything that most new expenses leave as it is. */
export function MoreFields({
  isNew,
  isFolded,
  isCorrection,
  repeat,
}: {
  /** Has no date yet that was chosen. */
  isNew: boolean;
  isFolded: boolean;
  isCorrection: boolean;
  repeat: 'possible' | 'always' | undefined;
}) {
  const id = useId();
  const [isOpened, setIsOpened] = useState(!isFolded || repeat === 'always');
  const day = useWatch<ExpenseForm, 'day'>({ name: 'day' });
  const { errors } = useFormState<ExpenseForm>();
  const isOpen = isOpened || folded.some((name) => errors[name]);
  // Nothing that is being filled in disappears once it is right.
  if (isOpen !== isOpened) setIsOpened(isOpen);
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-3">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        // Folded, a field would keep the form from being sent without a word.
        onClick={() => setIsOpened(!isOpen || focusTypedText(document.getElementById(id)))}
        className="touch-target relative flex items-center gap-2 self-start rounded-badge text-left font-medium"
      >
        <ChevronDown
          aria-hidden="true"
          className={isOpen ? 'size-4 text-third' : 'size-4 -rotate-90 text-third'}
        />
        More
        <span className="text-xs font-normal text-third">
          {day !== '' && `${formatDay(day)}, `}
          {repeat !== undefined && 'repeat, '}reimbursement, category, event, wallets
        </span>
      </button>
      <div id={id} hidden={!isOpen} className={isOpen ? 'flex flex-col gap-5' : undefined}>
        <DetailsFields isNew={isNew} />
        {repeat !== undefined && <RepeatFields canStop={repeat === 'possible'} />}
        <PayerFields />
        <SettlementFields isCorrection={isCorrection} />
      </div>
    </div>
  );
}

function DetailsFields({ isNew }: { isNew: boolean }) {
  const { register } = useFormContext<ExpenseForm>();
  const { errors } = useFormState<ExpenseForm>();
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <EventField isNew={isNew} />
      <ExpenseDateField />
      <TimeField {...register('time')} label="Time" required error={errors.time?.message} />
      <CategoryField />
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

function CategoryField() {
  const { field, fieldState } = useController<ExpenseForm, 'category'>({ name: 'category' });
  const categories = useQuery(categoriesQuery);
  return (
    <SuggestField
      ref={field.ref}
      label="Category"
      placeholder="Food, Travel, Entertainment"
      maxLength={maxCategoryLength}
      suggestions={categories.data ?? []}
      value={field.value}
      onValueChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
      className="sm:col-span-2"
    />
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
