import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import type { SavedBankBalance } from '#features/chapters/bank-balance-contract.ts';
import { useChangeBankBalance } from '#features/chapters/web/shared/bank-balance-query.ts';
import { centsToText, explainAmount, formatMoney } from '#kit/money.ts';
import { describeFailure, hasCode } from '#web/api/call-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { parseEnteredBankBalance } from './bank-balance.ts';

/** Sets the chapter's bank balance in place. */
export function BankBalanceForm({
  saved,
  reload,
  onClose,
}: {
  saved: SavedBankBalance;
  reload: () => Promise<SavedBankBalance | undefined>;
  onClose: () => void;
}) {
  const change = useChangeBankBalance();
  // The one that saving replaces. Refetching must not make another one of it unseen.
  const [replaced, setReplaced] = useState(saved);
  const { bankBalance, version } = replaced;
  const [entered, setEntered] = useState(bankBalance === null ? '' : centsToText(bankBalance));
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  const [isRefused, setIsRefused] = useState(false);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const read = parseEnteredBankBalance(entered);
    setIsRefused(read === undefined);
    if (read === undefined) return;
    change.mutate(
      { bankBalance: read, version },
      {
        onSuccess: onClose,
        onError: async (error) => {
          const newer = hasCode(error, 'changed_meanwhile') ? await reload() : undefined;
          if (newer) setReplaced(newer);
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={save}>
      {change.isError && (
        <Notice tone="error" className="mb-3">
          {describeFailure(change.error, { isSavedOnce: false })}
          {hasCode(change.error, 'changed_meanwhile') &&
            ` It is now ${bankBalance === null ? 'not set' : formatMoney(bankBalance)}. Save again to replace it.`}
        </Notice>
      )}
      <MoneyField
        label="New Balance"
        value={entered}
        error={isRefused ? explainAmount(entered) : undefined}
        onChange={(event) => {
          setIsRefused(false);
          setEntered(event.target.value);
        }}
        onKeyDown={cancelOnEscape}
        // Focused because the user pressed the button to edit.
        ref={focusAndSelect}
      />
      <div className="mt-3 flex gap-2">
        <Button type="submit" size="sm" isBusy={change.isPending} busyLabel="Saving...">
          Save
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
