import { useState } from 'react';
import type { Id } from '#kit/id.ts';
import { describeFailure } from '#web/api/call-error.ts';
import { newId } from '#web/api/new-id.ts';
import { useSession } from '#web/api/session.ts';
import { useIdempotencyKey } from '#web/screen/idempotency-key.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { correctionCharges } from '../../correct.ts';
import type { Expense, ExpenseFields, OverrideFields, SettledExpense } from '../../expense.ts';
import { listPayerIds } from '../../payers.ts';
import { useCorrectExpense } from '../changes/change-queries.ts';
import { toDuplicateForm } from '../form/expense-form.ts';
import { ExpenseFormDialog } from '../form/expense-form-dialog.tsx';
import { unknownName } from '../people.ts';
import { useExpenseRights } from '../use-expense-rights.ts';
import { useExpenseNames } from '../use-names.ts';
import { CorrectionEffect } from './correction-effect.tsx';
import { useSettledExpense } from './use-settled-expense.ts';

/** Closes the dialog; a panel of the original shows the replacement from now on. */
type OnCorrected = (original: Id<'expense'>, replacement: Id<'expense'>) => void;

/** The form of what stands in the place of a settled expense, filled in like it. */
export function CorrectExpenseDialog({
  expenseId,
  ...overlay
}: OverlayProps & { expenseId: Id<'expense'>; onCorrected: OnCorrected }) {
  const { reasonAgainstCorrecting } = useExpenseRights();
  const original = useSettledExpense(expenseId, overlay, reasonAgainstCorrecting);
  return original && <CorrectionForm {...overlay} original={original} />;
}

function CorrectionForm({
  original,
  onCorrected,
  ...overlay
}: OverlayProps & { original: SettledExpense; onCorrected: OnCorrected }) {
  const { me, chapter } = useSession();
  const { reasonAgainstSettling } = useExpenseRights();
  const [replacementId] = useState(() => newId<'expense'>());
  const [initial] = useState(() =>
    toDuplicateForm(original, original.expenseDate, chapter.timeZone),
  );
  const [note, setNote] = useState('');
  const names = useExpenseNames(original);
  const idempotency = useIdempotencyKey();
  const correct = useCorrectExpense();
  const save = useSubmitOnce(
    async (fields: ExpenseFields, overrides: OverrideFields[]) => {
      const entered = overrides.length > 0 && { overrides };
      const replacement = { id: replacementId, ...fields, ...entered, receiptIds: [] };
      const body = { replacement, note: note.trim() === '' ? undefined : note.trim() };
      await correct.mutateAsync({ original, body, idempotencyKey: idempotency.keyFor(body) });
      toast.success('Expense corrected');
      onCorrected(original.id, replacementId);
    },
    (error) => toastFailure('Failed to correct expense', error),
  );
  return (
    <ExpenseFormDialog
      {...overlay}
      title="Correct Expense"
      description={`The settled expense is reversed, and this one is logged and settled in its place${original.receiptIds.length > 0 ? ', with its receipts' : ''}. This cannot be undone, but you can correct the new one later.`}
      submitLabel="Correct Expense"
      busyLabel="Correcting..."
      isBusy={correct.isPending}
      initial={initial}
      knownDate={original.expenseDate}
      expenseId={replacementId}
      people={listPeople(original).map((id) => ({ id, name: names.get(id) ?? unknownName }))}
      error={correct.error}
      failure={correct.isError && describeFailure(correct.error)}
      effect={(entered) => (
        <CorrectionEffect
          original={original}
          replacementId={replacementId}
          createdBy={me.memberId}
          entered={entered}
          note={note}
          onNote={setNote}
        />
      )}
      // It is settled at once, which may need a treasurer where logging it does not.
      reasonAgainst={(fields) =>
        reasonAgainstSettling(
          { ...fields, createdBy: me.memberId },
          correctionCharges(original, fields),
        )
      }
      isTyped={note !== ''}
      onSave={save}
    />
  );
}

function listPeople(expense: Expense): Id<'member'>[] {
  return [...new Set([...expense.participants, ...listPayerIds(expense)])];
}
