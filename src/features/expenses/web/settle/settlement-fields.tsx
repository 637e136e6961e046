import { useFormContext } from 'react-hook-form';
import { Checkbox, Switch } from '#web/ui/fields/checkbox.tsx';
import type { ExpenseForm } from '../form/expense-form.ts';

/**
 * How the expense settles, and whether it counts toward the group total. What stands in the place of a settled
 * expense settles as that did.
 */
export function SettlementFields({ isCorrection }: { isCorrection: boolean }) {
  const { register } = useFormContext<ExpenseForm>();
  return (
    <div className="flex flex-col gap-4">
      {!isCorrection && (
        <Checkbox
          {...register('useWalletTransactions')}
          label="Use Wallet Transactions"
          description="On: settling charges shares to wallets and credits the payer. Off: settling records who paid whom, such as in cash."
        />
      )}
      <Switch
        {...register('isExcludedFromGroupTotals')}
        label="Exclude from group total"
        description="Doesn't change what members owe. Leaves this expense out of the group total."
      />
    </div>
  );
}
