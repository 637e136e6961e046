import { plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { formatMoney, sumCents } from '#kit/money.ts';
import { newId } from '#web/api/new-id.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { computeSettlementEffect } from '../../balances.ts';
import { buildReversal, correctionCharges, defaultCorrectionNote } from '../../correct.ts';
import { maxSettlementNoteLength, type OpenExpense, type SettledExpense } from '../../expense.ts';
import { addOverrides } from '../../override.ts';
import { buildExpense } from '../../revise.ts';
import type { ExpenseInput } from '../form/expense-form-dialog.tsx';
import { Amounts } from '../settle/settlement-effect.tsx';
import { useStandingChanges } from '../settle/use-standing-changes.ts';
import { useNames } from '../use-names.ts';

type Creation = Parameters<typeof buildReversal>[1];

/** What the correction does to every standing, by the functions the server uses. */
export function CorrectionEffect({
  original,
  replacementId,
  createdBy,
  entered,
  note,
  onNote,
}: {
  original: SettledExpense;
  replacementId: Id<'expense'>;
  createdBy: Id<'member'>;
  /** What the form says; undefined while it is not valid. */
  entered: ExpenseInput | undefined;
  note: string;
  onNote: (note: string) => void;
}) {
  const creation = { id: replacementId, createdBy, now: original.settledAt };
  const replacement = entered && build(entered, original, creation);
  const expenses = replacement && [buildReversal(original, creation), replacement];
  const effect = computeSettlementEffect(expenses ?? []);
  const describeChange = useStandingChanges(effect.moved, 1);
  const names = useNames([...effect.moved.members.keys(), ...effect.struckOff.members.keys()]);
  if (!expenses) {
    return (
      <p className="text-third">Complete the form to see what the correction does to everyone.</p>
    );
  }
  const hasWallets = expenses.some((expense) => expense.useWalletTransactions);
  const isOutside = expenses.some((expense) => !expense.useWalletTransactions);
  return (
    <div className="flex flex-col gap-4 border-t border-soft pt-4">
      {original.payments && (
        <Notice tone="warn">
          {plural(original.payments.length, 'payment')} of{' '}
          {formatMoney(sumCents(original.payments.map(({ amount }) => amount)))} in all{' '}
          {original.payments.length === 1 ? 'stays' : 'stay'} recorded. Reverse what was not made in
          Payments.
        </Notice>
      )}
      {hasWallets && (
        <Amounts
          title="Change of Balances"
          balances={effect.moved}
          names={names}
          describeChange={describeChange}
          none="The amounts cancel each other out, so no one's balance changes."
        >
          Wallets get back what was settled and are charged the new shares.
        </Amounts>
      )}
      {isOutside && (
        <Amounts
          title="Paid Outside"
          balances={effect.struckOff}
          names={names}
          describeChange={describeChange}
          none="The amounts cancel each other out, so nothing is left to pay."
          note={
            <TextField
              label="How was it paid?"
              placeholder={defaultCorrectionNote(original)}
              maxLength={maxSettlementNoteLength}
              autoComplete="off"
              value={note}
              onChange={(event) => onNote(event.target.value)}
              help="Optional. Kept with both expenses and their history."
            />
          }
        >
          These differences are paid or given back outside wallets. No one's balance changes.
        </Amounts>
      )}
    </div>
  );
}

function build(
  { fields: entered, overrides }: ExpenseInput,
  original: SettledExpense,
  creation: Creation,
): OpenExpense | undefined {
  const fields = { ...entered, useWalletTransactions: correctionCharges(original, entered) };
  const added = addOverrides(fields.amount, overrides, newId);
  if (!added.ok) return undefined;
  const built = buildExpense(fields, creation, added.value);
  return built.ok ? built.value : undefined;
}
