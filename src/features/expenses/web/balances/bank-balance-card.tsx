import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type Cents, centsToText } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { Money } from '#web/ui/money.tsx';
import { parseEnteredBankBalance } from './bank-balance.ts';
import { useBankBalance } from './use-bank-balance.ts';

/** The bank balance, which is stored only in this browser. */
export function BankBalanceCard() {
  const { chapter } = useSession();
  const [balance, saveBalance] = useBankBalance(chapter.id);
  return (
    <Card label="Bank Balance">
      <BankBalance balance={balance} onChange={saveBalance} />
    </Card>
  );
}

function BankBalance({
  balance,
  onChange,
}: {
  balance: Cents;
  onChange: (balance: Cents) => void;
}) {
  const [isEditing, setIsEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const stop = () => {
    setIsEditing(false);
    // The button is rendered with the next frame and then gets the focus back.
    requestAnimationFrame(() => pencil.current?.focus());
  };
  if (isEditing) {
    return (
      <BalanceForm
        balance={balance}
        onCancel={stop}
        onSave={(next) => {
          onChange(next);
          stop();
        }}
      />
    );
  }
  return (
    <div className="flex items-center justify-between gap-2 sm:flex-wrap">
      <h2 className="text-sm font-medium text-third">Bank Balance</h2>
      <IconButton
        ref={pencil}
        label="Edit bank balance"
        icon={<Pencil />}
        onClick={() => setIsEditing(true)}
        className="max-sm:order-1 max-sm:-mr-2"
      />
      <p className="font-semibold max-sm:ml-auto sm:w-full sm:text-figure sm:tracking-tight">
        <Money cents={balance} tone={balance < 0 ? 'owes' : 'plain'} />
      </p>
      <p className="w-full text-xs text-third max-sm:hidden">Stored only in this browser</p>
    </div>
  );
}

function BalanceForm({
  balance,
  onSave,
  onCancel,
}: {
  balance: Cents;
  onSave: (balance: Cents) => void;
  onCancel: () => void;
}) {
  const [entered, setEntered] = useState(centsToText(balance));
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave(parseEnteredBankBalance(entered));
      }}
    >
      <MoneyField
        label="New Balance"
        value={entered}
        onChange={(event) => setEntered(event.target.value)}
        onKeyDown={cancelOnEscape}
        // Focused because the user clicked the edit button.
        ref={focusAndSelect}
      />
      <div className="mt-3 flex gap-2">
        <Button type="submit" size="sm">
          Save
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel}>
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
