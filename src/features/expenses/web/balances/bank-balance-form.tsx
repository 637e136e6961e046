import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import type { SavedBankBalance } from '#features/chapters/bank-balance-contract.ts';
import { useChangeBankBalance } from '#features/chapters/web/shared/bank-balance-query.ts';
import { centsToText, explainAmount, formatMoney } from '#kit/money.ts';
import { isConflict } from '#web/api/call-error.ts';
import { useRecordInput, useSeen } from '#web/screen/record/use-seen.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { SaveFailure } from '#web/ui/states/save-failure.tsx';
import { parseEnteredBankBalance } from './bank-balance.ts';

/** Sets the chapter's bank balance in place. */
export function BankBalanceForm({
  saved,
  onClose,
}: {
  saved: SavedBankBalance;
  onClose: () => void;
}) {
  const change = useChangeBankBalance();
  const { seen, onTyped } = useSeen(saved, change.error);
  const { bankBalance, version } = seen;
  const input = useRecordInput({ entered: bankBalance === null ? '' : centsToText(bankBalance) });
  const { entered } = input.typed;
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  const [isRefused, setIsRefused] = useState(false);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const read = parseEnteredBankBalance(entered);
    setIsRefused(read === undefined);
    if (read === undefined) return;
    change.mutate({ bankBalance: read, version }, { onSuccess: onClose });
  };
  return (
    <form noValidate onSubmit={save}>
      <SaveFailure what="the bank balance" error={change.error} className="mb-3" />
      <MoneyField
        label="New Balance"
        value={entered}
        help={
          isConflict(change.error) &&
          `Now ${bankBalance === null ? 'not set' : formatMoney(bankBalance)}`
        }
        error={isRefused ? explainAmount(entered) : undefined}
        onChange={(event) => {
          setIsRefused(false);
          onTyped();
          input.change({ entered: event.target.value });
        }}
        onKeyDown={cancelOnEscape}
        // Focused because the user pressed the button to edit.
        ref={focusAndSelect}
      />
      <div className="mt-3 flex gap-2">
        <Button type="submit" size="sm" isBusy={change.isPending} busyLabel="Saving...">
          {isConflict(change.error) ? 'Save My Changes' : 'Save'}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
