import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { symbols } from '#kit/money.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Combobox } from '#web/ui/fields/combobox.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { maxTitleLength } from '../../expense.ts';
import type { Person } from '../people.ts';
import type { ExpenseForm } from './expense-form.ts';
import { useFormPeople } from './form-people.ts';
import { CurrencySwitch, OriginalFields } from './original-fields.tsx';

/** How much, what for, and who paid. */
export function MainFields({ people }: { people: readonly Person[] }) {
  const { register } = useFormContext<ExpenseForm>();
  const { errors } = useFormState<ExpenseForm>();
  const currency = useWatch<ExpenseForm, 'currency'>({ name: 'currency' });
  const isEvenSplit = useWatch<ExpenseForm, 'isEvenSplit'>({ name: 'isEvenSplit' });
  return (
    <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2 sm:gap-4">
      <MoneyField
        {...register('amount', { deps: ['payerReimbursementAmount', 'shares'] })}
        label="Amount"
        required
        isLarge
        symbol={symbols[currency]}
        aside={<CurrencySwitch />}
        error={errors.amount?.message}
        className="sm:col-span-2"
      />
      <OriginalFields />
      <TextField
        {...register('title')}
        label="Title"
        required
        placeholder="What was it for?"
        maxLength={maxTitleLength}
        autoComplete="off"
        error={errors.title?.message}
        className={isEvenSplit ? 'sm:col-span-2' : undefined}
      />
      {!isEvenSplit && <PaidByField people={people} />}
    </div>
  );
}

function PaidByField({ people }: { people: readonly Person[] }) {
  const { field, fieldState } = useController<ExpenseForm, 'paidBy'>({ name: 'paidBy' });
  const form = useFormPeople(people);
  return (
    <Combobox
      ref={field.ref}
      label="Paid By"
      required
      options={form.payers.map((person) => ({
        value: person.id,
        label: form.formatLabel(person),
        start: <Avatar id={person.id} name={person.name} />,
      }))}
      value={field.value}
      onValueChange={field.onChange}
      onBlur={field.onBlur}
      placeholder="Choose who paid"
      noMatch="No one has this name."
      error={fieldState.error?.message}
    />
  );
}
