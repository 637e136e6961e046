import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import type { ReimbursementType } from '../../expense.ts';
import type { Person } from '../people.ts';
import type { ExpenseForm } from './expense-form.ts';
import { useFormPeople } from './form-people.ts';

const reimbursements: {
  value: ReimbursementType;
  label: string;
  description: string;
}[] = [
  {
    value: 'Full',
    label: 'Full',
    description: 'The payer is credited the full amount and debited their own share',
  },
  {
    value: 'None',
    label: 'Paid from Company Account',
    description: 'No reimbursement; only participants are debited',
  },
  { value: 'Partial', label: 'Partial', description: 'The payer is reimbursed a specific amount' },
];

/** The payer and their reimbursement. An even split has no payer. */
export function PayerFields({ people }: { people: readonly Person[] }) {
  const isEvenSplit = useWatch<ExpenseForm, 'isEvenSplit'>({ name: 'isEvenSplit' });
  return (
    <div className="flex flex-col gap-4">
      <EvenSplitField />
      {!isEvenSplit && <PaidByField people={people} />}
      <ReimbursementFields isEvenSplit={isEvenSplit} />
    </div>
  );
}

function EvenSplitField() {
  const { register, setValue } = useFormContext<ExpenseForm>();
  return (
    <Checkbox
      {...register('isEvenSplit')}
      label="Even split"
      description="Paid outside the system and split evenly among the participants"
      onCheckedChange={(isOn) => {
        if (!isOn) return;
        setValue('paidBy', null);
        // There is no one to reimburse partially.
        setValue('payerReimbursementType', 'Full', { shouldValidate: true });
      }}
    />
  );
}

function PaidByField({ people }: { people: readonly Person[] }) {
  const { field, fieldState } = useController<ExpenseForm, 'paidBy'>({ name: 'paidBy' });
  const form = useFormPeople(people);
  return (
    <Select
      ref={field.ref}
      label="Paid By"
      required
      options={form.payers.map((person) => ({
        value: person.id,
        label: form.formatLabel(person),
      }))}
      value={field.value}
      onValueChange={field.onChange}
      onBlur={field.onBlur}
      placeholder="Choose who paid"
      error={fieldState.error?.message}
    />
  );
}

function ReimbursementFields({ isEvenSplit }: { isEvenSplit: boolean }) {
  const { register } = useFormContext<ExpenseForm>();
  const { errors } = useFormState<ExpenseForm>();
  const { field } = useController<ExpenseForm, 'payerReimbursementType'>({
    name: 'payerReimbursementType',
  });
  return (
    <>
      <RadioGroup
        label="Payer Reimbursement"
        options={reimbursements}
        value={field.value}
        onValueChange={field.onChange}
        disabled={isEvenSplit}
        help={isEvenSplit && 'No one to reimburse: an even split has no payer'}
      />
      {field.value === 'Partial' && !isEvenSplit && (
        <MoneyField
          {...register('payerReimbursementAmount')}
          label="Reimbursement Amount"
          required
          error={errors.payerReimbursementAmount?.message}
          className="sm:w-1/2"
        />
      )}
    </>
  );
}
