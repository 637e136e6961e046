import Copy from 'lucide-react/icons/copy';
import Eye from 'lucide-react/icons/eye';
import FileDiff from 'lucide-react/icons/file-diff';
import HandCoins from 'lucide-react/icons/hand-coins';
import Pencil from 'lucide-react/icons/pencil';
import History from 'lucide-react/icons/rotate-ccw-clock';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Trash2 from 'lucide-react/icons/trash';
import Undo2 from 'lucide-react/icons/undo-2';
import type { Id } from '#kit/id.ts';
import { useReasonToRest } from '#web/api/freshness.ts';
import { copyIdItem } from '#web/ui/actions/copy.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import type { MenuItem } from '#web/ui/overlays/menu-items.ts';
import type { Expense } from '../../expense.ts';
import type { ExpenseDialog } from '../search.ts';
import { useExpenseRights } from '../use-expense-rights.ts';

/** The actions on an expense, which the screen performs by changing the address. */
export type ExpenseHandlers = {
  readonly view: (expenseId: Id<'expense'>) => void;
  /** `part` is the dialog's override or participant. */
  readonly ask: (dialog: ExpenseDialog, expenseId?: Id<'expense'>, part?: Id) => void;
};

/** The menu of an expense, with what the member may do. A settled expense cannot be changed. */
export function ExpenseActions({
  expense,
  handlers,
  canView = true,
}: {
  expense: Expense;
  handlers: ExpenseHandlers;
  /** False if the expense is already being viewed. */
  canView?: boolean | undefined;
}) {
  const rights = useExpenseRights();
  const isResting = useReasonToRest() !== undefined;
  const listItems = (): MenuItem[] => {
    const view: MenuItem[] = [
      { label: 'View', icon: <Eye />, onSelect: () => handlers.view(expense.id) },
    ];
    const changes: MenuItem[] = [
      { label: 'Edit Expense', icon: <Pencil />, onSelect: () => handlers.ask('edit', expense.id) },
      {
        label: 'Add Overrides',
        icon: <SlidersHorizontal />,
        onSelect: () => handlers.ask('add-override', expense.id),
      },
    ];
    const settle: MenuItem[] = [
      {
        label: 'Settle Expense',
        disabled: isResting,
        icon: <HandCoins />,
        onSelect: () => handlers.ask('settle', expense.id),
      },
    ];
    const duplicate: MenuItem = {
      label: 'Duplicate',
      icon: <Copy />,
      onSelect: () => handlers.ask('duplicate', expense.id),
    };
    const correct: MenuItem = {
      label: 'Correct...',
      icon: <FileDiff />,
      onSelect: () => handlers.ask('correct', expense.id),
    };
    const moneyBack: MenuItem = {
      label: 'Money Back...',
      icon: <Undo2 />,
      disabled: isResting,
      onSelect: () => handlers.ask('money-back', expense.id),
    };
    const reverse: MenuItem = {
      label: 'Reverse...',
      icon: <FileDiff />,
      disabled: isResting,
      onSelect: () => handlers.ask('reverse-money-back', expense.id),
    };
    const history: MenuItem = {
      label: 'History',
      icon: <History />,
      onSelect: () => handlers.ask('history', expense.id),
    };
    const remove: MenuItem = {
      label: 'Delete',
      icon: <Trash2 />,
      tone: 'danger',
      startsGroup: true,
      onSelect: () => handlers.ask('delete', expense.id),
    };
    const isMoneyBack = expense.moneyBackForId !== undefined;
    const isOpen = expense.status === 'open';
    const canChange = isOpen && rights.reasonAgainstWriting(expense) === undefined;
    const canCorrect = rights.reasonAgainstCorrecting(expense) === undefined;
    const canSettle = isOpen && rights.reasonAgainstSettling(expense) === undefined;
    return [
      ...(canView ? view : []),
      ...(canChange ? changes : []),
      ...(canSettle ? settle : []),
      ...(canCorrect ? [isMoneyBack ? reverse : correct] : []),
      ...(rights.reasonAgainstMoneyBack(expense) === undefined ? [moneyBack] : []),
      // What a reversal takes back, or came back, is not logged again.
      ...(expense.correctsId === undefined && !isMoneyBack ? [duplicate] : []),
      history,
      copyIdItem(expense.id, 'Expense ID', 'Failed to copy expense ID'),
      ...(canChange ? [remove] : []),
    ];
  };
  return <Menu label={`Actions for ${expense.title}`} items={listItems} />;
}
