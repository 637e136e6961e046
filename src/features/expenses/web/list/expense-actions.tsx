import { Eye, HandCoins, History, Pencil, SlidersHorizontal, Trash2 } from 'lucide-react';
import type { Id } from '#kit/id.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { MenuItem } from '#web/ui/overlays/menu-items.ts';
import type { Expense } from '../../expense.ts';
import type { ExpenseDialog } from '../search.ts';

/** What can be done about an expense; the screen does it by changing the address. */
export type ExpenseActs = {
  readonly view: (expenseId: Id<'expense'>) => void;
  /** `part`: the override the dialog is about, or the participant. */
  readonly ask: (dialog: ExpenseDialog, expenseId?: Id<'expense'>, part?: Id) => void;
};

/** The menu of an expense. One that is settled never changes again, so it can only be viewed. */
export function ExpenseActions({
  expense,
  acts,
  canView = true,
}: {
  expense: Expense;
  acts: ExpenseActs;
  /** False where the expense is being viewed already. */
  canView?: boolean | undefined;
}) {
  const view: MenuItem[] = [
    { label: 'View', icon: <Eye />, onSelect: () => acts.view(expense.id) },
  ];
  const changes: MenuItem[] = [
    { label: 'Edit Expense', icon: <Pencil />, onSelect: () => acts.ask('edit', expense.id) },
    {
      label: 'Add Overrides',
      icon: <SlidersHorizontal />,
      onSelect: () => acts.ask('add-override', expense.id),
    },
    {
      label: 'Settle Expense',
      icon: <HandCoins />,
      onSelect: () => acts.ask('settle', expense.id),
    },
  ];
  const history: MenuItem = {
    label: 'History',
    icon: <History />,
    onSelect: () => acts.ask('history', expense.id),
  };
  const remove: MenuItem = {
    label: 'Delete',
    icon: <Trash2 />,
    tone: 'danger',
    startsGroup: true,
    onSelect: () => acts.ask('delete', expense.id),
  };
  const isOpen = expense.status === 'open';
  return (
    <Menu
      label={`Actions for ${expense.title}`}
      items={[...(canView ? view : []), ...(isOpen ? [...changes, history, remove] : [history])]}
    />
  );
}
