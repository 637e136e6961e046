import { useState } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { Id } from '#kit/id.ts';
import { centsFromTyped, symbols } from '#kit/money.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Combobox } from '#web/ui/fields/combobox.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { maxTitleLength } from '../../expense.ts';
import type { Person } from '../people.ts';
import type { ExpenseForm } from './expense-form.ts';
import { type FormPeople, useFormPeople } from './form-people.ts';
import { CurrencySwitch, OriginalFields } from './original-fields.tsx';
import { startRows } from './payers-input.ts';
import { SeveralPayersField } from './several-payers-field.tsx';

/** How much, what for, and who paid. */
export function MainFields({
  people,
  expenseId,
}: {
  people: readonly Person[];
  expenseId: Id<'expense'>;
}) {
  const { register } = useFormContext<ExpenseForm>();
  const { errors } = useFormState<ExpenseForm>();
  const currency = useWatch<ExpenseForm, 'currency'>({ name: 'currency' });
  const amount = useWatch<ExpenseForm, 'amount'>({ name: 'amount' });
  const isNegative = (centsFromTyped(amount, currency) ?? 0) < 0;
  const isEvenSplit = useWatch<ExpenseForm, 'isEvenSplit'>({ name: 'isEvenSplit' });
  const { isSeveral } = useWatch<ExpenseForm, 'payers'>({ name: 'payers' });
  return (
    <div className="grid grid-cols-1 items-start gap-2.5 sm:grid-cols-2 sm:gap-4">
      <MoneyField
        {...register('amount', { deps: ['payerReimbursementAmount', 'payers', 'shares'] })}
        label="Amount"
        required
        isLarge
        symbol={symbols[currency]}
        aside={<CurrencySwitch />}
        error={errors.amount?.message}
        help={
          isNegative &&
          'Did money come back? Open the expense it was for; once that is settled, it has Money Back.'
        }
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
        className={isEvenSplit || isSeveral ? 'sm:col-span-2' : undefined}
      />
      {!isEvenSplit && <PaidByFields people={people} expenseId={expenseId} />}
    </div>
  );
}

function PaidByFields({
  people,
  expenseId,
}: {
  people: readonly Person[];
  expenseId: Id<'expense'>;
}) {
  const { field } = useController<ExpenseForm, 'payers'>({ name: 'payers' });
  const { getValues } = useFormContext<ExpenseForm>();
  const form = useFormPeople(people);
  // Once switched here, the field that appears takes the focus.
  const [isSwitched, setSwitched] = useState(false);
  const switchTo = (isSeveral: boolean) => {
    setSwitched(true);
    const rows = isSeveral ? startRows(field.value, getValues('paidBy')) : field.value.rows;
    field.onChange({ isSeveral, rows });
  };
  const fields = { form, hasFocus: isSwitched };
  return field.value.isSeveral ? (
    <SeveralPayersField {...fields} expenseId={expenseId} onOnePayer={() => switchTo(false)} />
  ) : (
    <PaidByField {...fields} onSeveralPayers={() => switchTo(true)} />
  );
}

function PaidByField({
  form,
  hasFocus,
  onSeveralPayers,
}: {
  form: FormPeople;
  hasFocus: boolean;
  onSeveralPayers: () => void;
}) {
  const { field, fieldState } = useController<ExpenseForm, 'paidBy'>({ name: 'paidBy' });
  return (
    <Combobox
      ref={field.ref}
      label="Paid By"
      required
      aside={<TextButton onClick={onSeveralPayers}>Several People Paid</TextButton>}
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={hasFocus}
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
