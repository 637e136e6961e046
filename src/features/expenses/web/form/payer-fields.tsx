import type { ReactNode } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useSession } from '#web/api/session.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { RadioGroup } from '#web/ui/fields/radio-group.tsx';
import type { ReimbursementType } from '../../expense.ts';
import { type ExpenseForm, usesWallets } from './expense-form.ts';

const reimbursements: {
  value: ReimbursementType;
  label: string;
  description: ReactNode;
}[] = [
  {
    value: 'Full',
    label: 'Full',
    description: 'The payer is credited the full amount and debited their own share',
  },
  {
    value: 'None',
    label: 'Paid by the chapter',
    description: (
      <>
        <span className="sr-only">Paid from Company Account. </span>
        No one is reimbursed. Participants are charged their shares.
      </>
    ),
  },
  { value: 'Partial', label: 'Partial', description: 'The payer is reimbursed a specific amount' },
];

/** What the payer gets back. An even split has no payer. */
export function PayerFields() {
  const isEvenSplit = useWatch<ExpenseForm, 'isEvenSplit'>({ name: 'isEvenSplit' });
  return (
    <div className="flex flex-col gap-4">
      <EvenSplitField />
      <ReimbursementFields isEvenSplit={isEvenSplit} />
    </div>
  );
}

function EvenSplitField() {
  const { register, setValue } = useFormContext<ExpenseForm>();
  const { chapter } = useSession();
  return (
    <Checkbox
      {...register('isEvenSplit', {
        // Payers who paid their own share are not charged for it, unless that is asked for again.
        onChange: ({ target }: { target: { checked: boolean } }) =>
          setValue('useWalletTransactions', usesWallets(chapter, { isEvenSplit: target.checked }), {
            shouldDirty: true,
          }),
      })}
      label="Even split"
      description="Already shared equally, nothing to settle"
    />
  );
}

function ReimbursementFields({ isEvenSplit }: { isEvenSplit: boolean }) {
  const { register } = useFormContext<ExpenseForm>();
  const { errors, dirtyFields } = useFormState<ExpenseForm>();
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
      {field.value === 'Partial' && (
        // Removed and back again, the field would take the focus.
        <div hidden={isEvenSplit}>
          <MoneyField
            {...register('payerReimbursementAmount')}
            // Chosen here, and not before the form was opened, it is what is typed next.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={dirtyFields.payerReimbursementType}
            label="Reimbursement Amount"
            required
            error={errors.payerReimbursementAmount?.message}
            className="sm:w-1/2"
          />
        </div>
      )}
    </>
  );
}
