import ArchiveRestore from 'lucide-react/icons/archive-arrow-up';
import History from 'lucide-react/icons/rotate-ccw-clock';
import { useReasonToRest } from '#web/api/freshness.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { DeletedExpense } from '../../expense.ts';
import { useRestore } from '../panel/use-restore.ts';
import { useExpenseRights } from '../use-expense-rights.ts';
import type { ExpenseHandlers } from './expense-actions.tsx';

/** The menu of a deleted expense: history and, if the member may change it, restore. */
export function DeletedMenu({
  expense,
  handlers,
}: {
  expense: DeletedExpense;
  handlers: ExpenseHandlers;
}) {
  const restore = useRestore();
  const isResting = useReasonToRest() !== undefined;
  const canRestore = useExpenseRights().reasonAgainstWriting(expense) === undefined;
  return (
    <Menu
      label={`Actions for ${expense.title}`}
      items={[
        ...(canRestore
          ? [
              {
                label: 'Restore',
                icon: <ArchiveRestore />,
                disabled: isResting,
                onSelect: () => restore(expense),
              },
            ]
          : []),
        {
          label: 'History',
          icon: <History />,
          onSelect: () => handlers.ask('history', expense.id),
        },
      ]}
    />
  );
}
