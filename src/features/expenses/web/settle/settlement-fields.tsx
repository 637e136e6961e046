import { useFormContext } from 'react-hook-form';
import { Checkbox, Switch } from '#web/ui/fields/checkbox.tsx';
import type { ExpenseForm } from '../form/expense-form.ts';

/** How the expense settles, and whether it counts toward the group total. */
export function SettlementFields() {
  const { register } = useFormContext<ExpenseForm>();
  return (
    <div className="flex flex-col gap-4">
      <Checkbox
        {...register('useWalletTransactions')}
        label="Use Wallet Transactions"
        description="Settling debits participants' wallets and credits the payer's."
      />
      <Switch
        {...register('isExcludedFromGroupTotals')}
        label="Exclude from group total"
        description="Doesn't change what members owe. Leaves this expense out of the group total."
      />
    </div>
  );
}
