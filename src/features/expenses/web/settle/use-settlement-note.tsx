import { type ReactNode, useRef, useState } from 'react';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { maxSettlementNoteLength, type OpenExpense } from '../../expense.ts';

/** Asks how expenses that settle outside wallets were paid, and requires an answer. */
export function useSettlementNote(expenses: readonly OpenExpense[]): {
  /** The trimmed answer; undefined if all expenses use wallets. */
  note: string | undefined;
  isTyped: boolean;
  /** Returns whether the answer is complete; if not, shows why and focuses the field. */
  check: () => boolean;
  field: ReactNode;
} {
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const typed = text.trim();
  const isNeeded = expenses.some((expense) => !expense.useWalletTransactions);
  const error =
    typed === ''
      ? 'Say how it was paid, such as "Cash at dinner"'
      : typed.length > maxSettlementNoteLength
        ? `Use at most ${maxSettlementNoteLength} characters`
        : undefined;
  return {
    note: isNeeded ? typed : undefined,
    isTyped: typed !== '',
    check() {
      if (!isNeeded || error === undefined) return true;
      setChecked(true);
      input.current?.focus();
      return false;
    },
    field: (
      <TextField
        ref={input}
        label="How was it paid?"
        required
        placeholder="Cash at dinner"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        help="Kept with the expense and its history."
        error={isChecked ? error : undefined}
      />
    ),
  };
}
