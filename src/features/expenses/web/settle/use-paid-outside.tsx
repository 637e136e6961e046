import { type ReactNode, useRef, useState } from 'react';
import { type Day, instantToDay, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { methodNames, type PaymentMethod, paymentMethods } from '#kit/payment-methods.ts';
import { countCharacters } from '#kit/text.ts';
import { useSession } from '#web/api/session.ts';
import { DateField } from '#web/ui/fields/date-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { SettleFields } from '../../contract.ts';
import { maxSettlementNoteLength, type OpenExpense } from '../../expense.ts';
import {
  planOutsidePayments,
  settlingCharges,
  settlingRecordsPayments,
} from '../../settling/paid-outside.ts';

/** What the dialogs ask about expenses whose shares were paid outside the hub. */
export type PaidOutsideForm = {
  readonly isTyped: boolean;
  /** Returns whether the answers are complete; if not, shows why and focuses the first that is not. */
  readonly check: () => boolean;
  /** The request for one of the expenses. */
  readonly toBody: (expense: OpenExpense) => SettleFields;
  readonly unpaid: readonly Id<'member'>[];
  readonly setUnpaid: (unpaid: readonly Id<'member'>[]) => void;
  /** Records payments that may be recorded already. */
  readonly allowDuplicates: () => void;
  readonly fields: ReactNode;
};

/** Asks when and how expenses were paid outside, and of an even split only for a note. */
export function usePaidOutside(expenses: readonly OpenExpense[]): PaidOutsideForm {
  const { chapter } = useSession();
  const [today] = useState(() => instantToDay(toInstant(Temporal.Now.instant()), chapter.timeZone));
  const [paidOn, setPaidOn] = useState<Day | ''>(today);
  const [method, setMethod] = useState<PaymentMethod>('bank');
  const [note, setNote] = useState('');
  const [unpaid, setUnpaid] = useState<readonly Id<'member'>[]>([]);
  const [isDuplicateAllowed, setDuplicateAllowed] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const day = useRef<HTMLInputElement>(null);
  const noteInput = useRef<HTMLInputElement>(null);
  const typed = note.trim();
  const recorded = expenses.some(settlingRecordsPayments);
  const dayProblem = !recorded ? undefined : findDayProblem(paidOn, today);
  const noteProblem =
    countCharacters(typed) > maxSettlementNoteLength
      ? `Use at most ${maxSettlementNoteLength} characters`
      : undefined;
  const hasNote = expenses.some((expense) => !expense.useWalletTransactions);
  return {
    isTyped: typed !== '' || unpaid.length > 0 || paidOn !== today,
    check() {
      if (!hasNote || (!dayProblem && !noteProblem)) return true;
      setChecked(true);
      (dayProblem ? day : noteInput).current?.focus();
      return false;
    },
    toBody(expense) {
      if (expense.useWalletTransactions) return {};
      const entered = typed === '' ? {} : { note: typed };
      if (!settlingCharges(expense) || paidOn === '') return entered;
      const payers = planOutsidePayments(expense).map(({ from }) => from);
      // Of several expenses, everyone has paid: they are not asked for one by one.
      const memberIds =
        unpaid.length === 0 || expenses.length > 1
          ? {}
          : { memberIds: [...new Set(payers)].filter((id) => !unpaid.includes(id)) };
      const allowed = isDuplicateAllowed ? { isDuplicateAllowed } : {};
      return { ...entered, paidOutside: { paidOn, method, ...memberIds, ...allowed } };
    },
    unpaid,
    setUnpaid,
    allowDuplicates: () => setDuplicateAllowed(true),
    fields: hasNote && (
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        {recorded && (
          <>
            <DateField
              ref={day}
              label="Day"
              required
              value={paidOn}
              max={today}
              onValueChange={setPaidOn}
              error={isChecked ? dayProblem : undefined}
            />
            <Select
              label="How"
              value={method}
              options={paymentMethods.map((value) => ({ value, label: methodNames[value] }))}
              onValueChange={setMethod}
            />
          </>
        )}
        <TextField
          ref={noteInput}
          label="Note"
          placeholder="Cash at dinner"
          autoComplete="off"
          value={note}
          onChange={(event) => setNote(event.target.value)}
          help={`Optional. Saved with the expense${recorded ? ' and its payments' : ''}.`}
          error={isChecked ? noteProblem : undefined}
          className="sm:col-span-2"
        />
      </div>
    ),
  };
}

function findDayProblem(paidOn: Day | '', today: Day): string | undefined {
  if (paidOn === '') return 'Choose the day';
  if (paidOn > today) return 'A payment cannot be in the future';
  return paidOn < '1900' ? 'Must be in the year 1900 or later' : undefined;
}
