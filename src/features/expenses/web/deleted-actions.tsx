import { ArchiveRestore, History } from 'lucide-react';
import { Menu } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.ts';
import { useOnce } from '#web/use-once.ts';
import type { DeletedExpense } from '../expense.ts';
import type { ExpenseActs } from './expense-actions.tsx';
import { toastFailure } from './failure-words.ts';
import { useRestoreExpense } from './screen-queries.ts';

/** The menu of a deleted expense: it can be brought back as it was, or looked back at. */
export function DeletedActions({ expense, acts }: { expense: DeletedExpense; acts: ExpenseActs }) {
  const { mutateAsync } = useRestoreExpense();
  const restore = useOnce(
    async () => {
      await mutateAsync(expense);
      toast.success({ title: 'Expense restored', description: expense.title });
    },
    (error) => toastFailure('Failed to restore expense', error),
  );
  return (
    <Menu
      label={`Actions for ${expense.title}`}
      items={[
        { label: 'Restore', icon: <ArchiveRestore />, onSelect: restore },
        { label: 'History', icon: <History />, onSelect: () => acts.ask('history', expense.id) },
      ]}
    />
  );
}
