import { ArchiveRestore, History } from 'lucide-react';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { DeletedExpense } from '../../expense.ts';
import { useRestore } from '../panel/use-restore.ts';
import type { ExpenseActs } from './expense-actions.tsx';

/** The menu of a deleted expense: it can be brought back as it was, or looked back at. */
export function DeletedActions({ expense, acts }: { expense: DeletedExpense; acts: ExpenseActs }) {
  const restore = useRestore();
  return (
    <Menu
      label={`Actions for ${expense.title}`}
      items={[
        { label: 'Restore', icon: <ArchiveRestore />, onSelect: () => restore(expense) },
        { label: 'History', icon: <History />, onSelect: () => acts.ask('history', expense.id) },
      ]}
    />
  );
}
