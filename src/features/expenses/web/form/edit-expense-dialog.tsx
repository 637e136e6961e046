import { useState } from 'react';
import type { Id } from '#kit/id.ts';
import { describeFailure, hasCode, isConflict } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { ExpenseFields, OpenExpense } from '../../expense.ts';
import { createPatch, pickFields } from '../../patch.ts';
import { toastFailure } from '../failure-words.ts';
import { unknownName } from '../people.ts';
import { useChangeExpense } from '../queries.ts';
import { useNames } from '../use-names.ts';
import { formOfExpense } from './expense-form.ts';
import { ExpenseFormDialog } from './expense-form-dialog.tsx';

/**
 * Changes an expense: only what differs from what the form started with is sent, so that a change
 * somebody else made meanwhile to another field stays.
 */
export function EditExpenseDialog({
  expense,
  open,
  onClose,
}: {
  expense: OpenExpense;
  open: boolean;
  onClose: () => void;
}) {
  const { chapter } = useSession();
  const [before] = useState(expense);
  const [initial] = useState(() => formOfExpense(before, chapter.timeZone));
  const [refused, setRefused] = useState<ExpenseFields>();
  const names = useNames(before);
  const change = useChangeExpense();
  const save = useSubmitOnce(
    async (fields: ExpenseFields, dropOverrides: boolean) => {
      const operations = createPatch(pickFields(before), fields);
      if (operations.length === 0) {
        toast.info('No changes detected');
      } else {
        setRefused(fields);
        // The version is the newest known: after a refusal because of another's change, theirs.
        await change.mutateAsync({ expense, operations, dropOverrides });
        toast.success('Expense updated successfully');
      }
      onClose();
    },
    (error) => toastFailure('Failed to update expense', error),
  );
  const consent = refused && hasCode(change.error, 'overrides_would_be_dropped') && (
    <TextButton
      className="mt-1 font-medium text-owes! underline"
      onClick={() => save(refused, true)}
    >
      Remove Overrides and Update
    </TextButton>
  );
  return (
    <ExpenseFormDialog
      open={open}
      onClose={onClose}
      title="Edit Expense"
      description="Update the expense details"
      submitLabel="Update Expense"
      busyLabel="Updating..."
      isBusy={change.isPending}
      initial={initial}
      knownDate={before.expenseDate}
      expenseId={before.id}
      overrides={before.overrides}
      people={peopleOf(before).map((id) => ({ id, name: names.get(id) ?? unknownName }))}
      failure={
        change.isError && (
          <>
            <p>{describeFailure(change.error)}</p>
            {isConflict(change.error) && (
              <p>Your changes are still here. Save again to apply them to the latest version.</p>
            )}
            {consent}
          </>
        )
      }
      onSave={(fields) => save(fields, false)}
    />
  );
}

function peopleOf({ participants, paidBy }: OpenExpense): Id<'member'>[] {
  return [...new Set(paidBy === null ? participants : [...participants, paidBy])];
}
