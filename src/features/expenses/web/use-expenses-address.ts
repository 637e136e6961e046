import type { Id } from '#kit/id.ts';
import { useScreenState } from '#web/screen/screen-state.ts';
import { type ChangeOrder, type Order, orderOf, sortingOf } from './list/sorting.ts';
import {
  type ExpenseDialog,
  type ExpenseFilter,
  type ExpensesSearch,
  expensesSearch,
} from './search.ts';

const noDialog: ExpensesSearch = { dialog: undefined, subject: undefined, part: undefined };
const noPanel: ExpensesSearch = { expense: undefined, panel: undefined, member: undefined };

export type ExpensesAddress = ReturnType<typeof useExpensesAddress>;

/** What the address says, and every way in which the screen changes it. */
export function useExpensesAddress() {
  const state = useScreenState({ from: '/expenses', read: expensesSearch, closed: noDialog });
  const { search, getLatest, open, showList } = state;
  return {
    search,
    view: (expense: Id<'expense'>) => {
      const isOpen = getLatest().expense !== undefined;
      void open(isOpen ? { expense } : { ...noPanel, expense }, { replacesCurrent: isOpen });
    },
    /** Begins with what that member pays or gets; with one's own if no member is given. */
    showSettleUp: (member?: Id<'member'>) => void open({ ...noPanel, panel: 'settle-up', member }),
    /** The expenses behind a member's balance. */
    showBalance: (member: Id<'member'>) => void open({ ...noPanel, panel: 'balance', member }),
    ask: (dialog: ExpenseDialog, subject?: Id<'expense'>, part?: Id) =>
      void open({ dialog, subject, part }),
    closePanel: () => state.closeAll(noPanel),
    closeDialog: state.closeDialog,
    /** After a delete: neither its question nor its panel has anything to show. */
    closeAbout(expense: Id<'expense'>) {
      if (!state.isDialogOpen()) return;
      if (getLatest().expense === expense) state.close({ ...noDialog, ...noPanel }, 2);
      else state.closeDialog();
    },
    changePage: state.changePage,
    filterByEvent: (eventId: Id<'event'> | undefined) => showList({ eventId }),
    searchFor: (words: string) => showList({ searchTerm: words || undefined }, { replace: true }),
    filterBy: (filter: ExpenseFilter) => showList(filter),
    changeOrder: (change: ChangeOrder) => showList(sortingOf(change(orderOf(getLatest())))),
    /** The list takes the place of the filters' dialog in the history. */
    applyFilters: (filter: ExpenseFilter, order: Order) =>
      showList({ ...filter, ...sortingOf(order), ...noDialog }, { replace: true }),
    /** All expenses, in the order they are in. */
    showEverything() {
      const { sort, direction, memberId, expense, panel, member } = getLatest();
      state.showOnly({ sort, direction, memberId, expense, panel, member });
    },
  };
}
