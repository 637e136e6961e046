import type { Id } from '#kit/id.ts';
import { readPersonal, writePersonal } from '#web/screen/personal-storage.ts';
import { useScreenState } from '#web/screen/screen-state.ts';
import { type ChangeOrder, type Order, readOrder, toSortParams } from './list/sorting.ts';
import {
  type ExpenseDialog,
  type ExpenseFilter,
  type ExpensesSearch,
  expensesSearch,
  type ListViewName,
  listViews,
} from './search.ts';

/** Where this browser keeps the view of the list. */
const viewKey = 'expenses.view';

const noDialog: ExpensesSearch = { dialog: undefined, subject: undefined, part: undefined };
const noPanel: ExpensesSearch = { expense: undefined, panel: undefined, member: undefined };

export type ExpensesAddress = ReturnType<typeof useExpensesAddress>;

/** The expenses page's address and the functions that change it. */
export function useExpensesAddress() {
  const state = useScreenState({ from: '/expenses', read: expensesSearch, closed: noDialog });
  const { search, getLatest, open, showList } = state;
  const view = (expense: Id<'expense'>) => {
    const isOpen = getLatest().expense !== undefined;
    void open(isOpen ? { expense } : { ...noPanel, expense }, { replacesCurrent: isOpen });
  };
  const ask = (dialog: ExpenseDialog, subject?: Id<'expense'>, part?: Id) =>
    void open({ dialog, subject, part });
  /** What rows do: the same while the address changes. */
  const handlers = { view, ask };
  return {
    search,
    handlers,
    view,
    ask,
    listView: search.view ?? readView(),
    /** In place, so that Back leaves the list. */
    changeView(view: ListViewName) {
      writePersonal(viewKey, view);
      void state.replace({ view });
    },
    /** In place, too. */
    showAllColumns: (isOn: boolean) => void state.replace({ columns: isOn ? 'all' : undefined }),
    /** Lists the payments of `member` first, by default one's own. */
    showSettleUp: (member?: Id<'member'>) => void open({ ...noPanel, panel: 'settle-up', member }),
    /** The expenses behind a member's balance. */
    showBalance: (member: Id<'member'>) => void open({ ...noPanel, panel: 'balance', member }),
    showRecurring: () => void open({ ...noPanel, panel: 'recurring' }),
    closePanel: () => state.closeAll(noPanel),
    closeDialog: state.closeDialog,
    /** After a deletion: closes the confirmation, and the panel if it shows the expense. */
    closeDialogAndExpense(expense: Id<'expense'>) {
      if (!state.isDialogOpen()) return;
      if (getLatest().expense === expense) state.close({ ...noDialog, ...noPanel }, 2);
      else state.closeDialog();
    },
    /** After a correction: closes the form, and a panel of the original shows its replacement. */
    showCorrected(original: Id<'expense'>, replacement: Id<'expense'>) {
      if (!state.isDialogOpen()) return;
      if (getLatest().expense !== original) state.closeDialog();
      else void state.replace({ ...noDialog, expense: replacement });
    },
    changePage: state.changePage,
    filterByEvent: (eventId: Id<'event'> | undefined) => showList({ eventId }),
    searchFor: (words: string) => showList({ searchTerm: words || undefined }, { replace: true }),
    filterBy: (filter: ExpenseFilter) => showList(filter),
    changeOrder: (change: ChangeOrder) => showList(toSortParams(change(readOrder(getLatest())))),
    /** Replaces the dialog's history entry with the filtered list. */
    applyFilters: (filter: ExpenseFilter, order: Order) =>
      showList({ ...filter, ...toSortParams(order), ...noDialog }, { replace: true }),
    /** Removes all filters but keeps the order. */
    showEverything() {
      const { sort, direction, memberId, view, columns, expense, panel, member } = getLatest();
      state.showOnly({ sort, direction, memberId, view, columns, expense, panel, member });
    },
  };
}

/** The view that this browser showed last. */
export function readView(): ListViewName {
  const kept = readPersonal(viewKey);
  return listViews.find((view) => view === kept) ?? 'list';
}
