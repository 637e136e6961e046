import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { describeFailure, hasCode, isConflict } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useSeen } from '#web/screen/record/use-seen.ts';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { useSubmitOnce } from '#web/screen/use-submit-once.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { expenseCalls } from '../../contract.ts';
import type { ExpenseFields, OpenExpense, OverrideFields } from '../../expense.ts';
import { expensesKey } from '../../keys.ts';
import { createOverridesPatch, createPatch, pickFields } from '../../patch.ts';
import { listPayerIds } from '../../payers.ts';
import { useChangeExpense } from '../changes/change-queries.ts';
import { unknownName } from '../people.ts';
import { useNames } from '../use-names.ts';
import { toExpenseForm } from './expense-form.ts';
import { ExpenseFormDialog } from './expense-form-dialog.tsx';

type Saved = { fields: ExpenseFields; overrides: OverrideFields[] };

/** Edits an expense. Sends only the fields that differ from the version that it is about. */
export function EditExpenseDialog({
  expense,
  open,
  onClose,
}: OverlayProps & {
  expense: OpenExpense;
}) {
  const { chapter } = useSession();
  const change = useChangeExpense();
  const { seen, onTyped } = useSeen(expense, change.error);
  const initial = useMemo(() => toExpenseForm(seen, chapter.timeZone), [seen, chapter.timeZone]);
  // Who was taken off may be put back, also after leaving the chapter.
  const earlier = useQuery({ ...earlierPeopleQuery(expense.id), enabled: open });
  const people = [...new Set([...listPeople(seen), ...(earlier.data ?? [])])];
  const names = useNames(people);
  const save = useSubmitOnce(
    async ({ fields, overrides }: Saved, dropOverrides: boolean) => {
      const operations = [
        ...createPatch(pickFields(seen), fields),
        ...createOverridesPatch(seen, overrides, fields.participants),
      ];
      if (operations.length === 0) {
        toast.info('No changes detected');
      } else {
        await change.mutateAsync({ expense: seen, operations, dropOverrides });
        toast.success('Expense updated successfully');
      }
      onClose();
    },
    (error) => toastFailure('Failed to update expense', error),
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
      onTyped={onTyped}
      knownDate={seen.expenseDate}
      expenseId={seen.id}
      overrides={seen.overrides}
      people={people.map((id) => ({ id, name: names.get(id) ?? unknownName }))}
      error={change.error}
      failure={
        change.isError && (
          <>
            <p>{describeFailure(change.error)}</p>
            {isConflict(change.error) && (
              <p>Your changes are still here. Save again to apply them to the latest version.</p>
            )}
          </>
        )
      }
      consent={
        hasCode(change.error, 'overrides_would_be_dropped') && {
          label: 'Remove Overrides and Update',
          onSave: (fields, overrides) => save({ fields, overrides }, true),
        }
      }
      onSave={(fields, overrides) => save({ fields, overrides }, false)}
    />
  );
}

const earlierPeopleQuery = (expenseId: Id<'expense'>) =>
  queryOptions({
    queryKey: [...expensesKey, 'earlier people', expenseId],
    queryFn: async ({ signal }) => {
      const args = { params: { expenseId }, query: { take: 100 }, signal };
      const { events } = await call(expenseCalls.history, args);
      return events.items.flatMap(({ before }) => (before ? listPeople(before) : []));
    },
  });

function listPeople(
  expense: Pick<OpenExpense, 'participants' | 'paidBy' | 'payers'>,
): Id<'member'>[] {
  return [...new Set([...expense.participants, ...listPayerIds(expense)])];
}
