import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Id } from '#kit/id.ts';
import { describeFailure, isConflict } from '#web/api/call-error.ts';
import { newId } from '#web/api/new-id.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useCloseWhenMissing } from '#web/screen/overlays.tsx';
import { useSeen } from '#web/screen/record/use-seen.ts';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { ExpenseFields, OverrideFields } from '../../expense.ts';
import type { RecurringExpense, RecurringRule } from '../../recurring/recurring.ts';
import { toDuplicateForm } from '../form/expense-form.ts';
import { ExpenseFormDialog } from '../form/expense-form-dialog.tsx';
import { unknownName } from '../people.ts';
import { useNames } from '../use-names.ts';
import { recurringQuery, useUpdateRecurring } from './queries.ts';
import { toRepeatForm } from './repeat-form.ts';
import { useReasonAgainst } from './use-reason-against.ts';

/** Edits all expenses from the next one on; those made are edited one by one. */
export function EditRecurringDialog({
  recurringId,
  ...overlay
}: OverlayProps & { recurringId: Id<'recurring'> }) {
  const query = useQuery({ ...recurringQuery(recurringId), enabled: overlay.open });
  const recurring = query.data;
  useCloseWhenMissing(query.isError && !recurring, overlay);
  return recurring && <EditForm {...overlay} recurring={recurring} />;
}

function EditForm({ recurring, open, onClose }: OverlayProps & { recurring: RecurringExpense }) {
  const { timeZone } = useSession().chapter;
  const update = useUpdateRecurring();
  const { seen, onTyped } = useSeen(recurring, update.error);
  const reason = useReasonAgainst()(seen);
  const [isPossible] = useState(reason === undefined && seen.nextDate !== null);
  // It may end after the dialog opened, which saving refuses.
  const [firstDate] = useState(seen.nextDate);
  const nextDate = seen.nextDate ?? firstDate;
  useCloseWhenMissing(!isPossible, { open, onClose }, () =>
    toast.error(reason ?? 'This recurring expense has ended'),
  );
  const [expenseId] = useState(() => newId<'expense'>());
  const { participants, paidBy, payers = [], original = null, overrides = [] } = seen.expense;
  const payerIds = payers.map(({ memberId }) => memberId);
  const known = new Set([...participants, ...payerIds, ...(paidBy === null ? [] : [paidBy])]);
  const names = useNames([...known]);
  const save = useSubmitOnce(
    async (fields: ExpenseFields, entered: OverrideFields[], rule: RecurringRule) => {
      const expense = { ...fields, ...(entered.length > 0 && { overrides: entered }) };
      await update.mutateAsync({ recurring: seen, body: { rule, expense } });
      toast.success('Recurring expense updated');
      onClose();
    },
    (error) => toastFailure("Couldn't update the recurring expense", error),
  );
  if (!isPossible || nextDate === null) return null;
  return (
    <ExpenseFormDialog
      open={open}
      onClose={onClose}
      title="Edit Recurring Expense"
      description="Changes every expense from the next one on. Those already made stay as they are."
      submitLabel="Update All"
      busyLabel="Updating..."
      isBusy={update.isPending}
      initial={{
        ...toDuplicateForm({ ...seen.expense, payers, original, overrides }, nextDate, timeZone),
        ...toRepeatForm(seen.rule),
      }}
      onTyped={onTyped}
      knownDate={nextDate}
      expenseId={expenseId}
      repeat="always"
      error={update.error}
      people={[...known].map((id) => ({ id, name: names.get(id) ?? unknownName }))}
      failure={
        update.isError && (
          <>
            <p>{describeFailure(update.error)}</p>
            {isConflict(update.error) && (
              <p>Your changes are still here. Save again to apply them to the latest version.</p>
            )}
          </>
        )
      }
      onSave={(fields, entered, rule) => rule && save(fields, entered, rule)}
    />
  );
}
