import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { Id } from '#kit/id.ts';
import { useOverlays } from '#web/screen/overlays.ts';
import { type ChangePage, withPage } from '#web/screen/with-page.ts';
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
  const search = useSearch({ from: '/expenses' });
  const navigate = useNavigate({ from: '/expenses' });
  const router = useRouter();
  const overlays = useOverlays();
  const inPlace = (changes: ExpensesSearch) =>
    void navigate({ search: (old) => ({ ...old, ...changes }), replace: true });
  const open = (changes: ExpensesSearch) => {
    if (overlays.isOpen(changes)) return;
    void navigate({ search: (old) => ({ ...old, ...changes }), state: overlays.opening() });
  };
  /** Another list: it begins with its first page. */
  const list = (changes: ExpensesSearch, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...changes, page: undefined }), replace });
  /** A write may end after the person went elsewhere: then there is nothing left to close. */
  const isAsking = () => {
    const { pathname, search: now } = router.latestLocation;
    return pathname === '/expenses' && expensesSearch(now).dialog !== undefined;
  };
  return {
    search,
    view(expense: Id) {
      if (overlays.isOpen({ expense: undefined })) open({ ...noPanel, expense });
      else {
        void navigate({
          search: (old) => ({ ...old, expense }),
          replace: true,
          state: overlays.staying(),
        });
      }
    },
    /** Beginning with what that member pays or gets; with one's own where nobody is named. */
    showSettleUp: (member?: Id) => open({ ...noPanel, panel: 'settle-up', member }),
    /** The expenses behind a member's balance. */
    showBalance: (member: Id) => open({ ...noPanel, panel: 'balance', member }),
    ask: (dialog: ExpenseDialog, subject?: Id, part?: Id) => open({ dialog, subject, part }),
    /** All of them: one panel may have led to another, which Back alone goes through. */
    closePanel() {
      const { overlays: opened } = overlays.staying();
      overlays.close(Math.max(1, opened), () => inPlace(noPanel));
    },
    closeDialog() {
      if (isAsking()) overlays.close(1, () => inPlace(noDialog));
    },
    /** After a delete: neither its question nor its panel has anything to show. */
    closeAbout(expense: Id) {
      if (!isAsking()) return;
      const isInPanel = overlays.isOpen({ expense });
      overlays.close(isInPanel ? 2 : 1, () =>
        inPlace(isInPanel ? { ...noDialog, ...noPanel } : noDialog),
      );
    },
    changePage(change: ChangePage) {
      void navigate({ search: (old) => withPage(old, change) });
    },
    filterByEvent: (eventId: Id | undefined) => list({ eventId }),
    searchFor: (words: string) => list({ searchTerm: words || undefined }, true),
    filterBy: (filter: ExpenseFilter) => list(filter),
    /** From the order that is wanted by then, drawn or not. */
    changeOrder(change: ChangeOrder) {
      void navigate({
        search: (old) => ({ ...old, ...sortingOf(change(orderOf(old))), page: undefined }),
      });
    },
    /** What the filters' dialog says; the list takes the dialog's place in the history. */
    applyFilters: (filter: ExpenseFilter, order: Order) =>
      list({ ...filter, ...sortingOf(order), ...noDialog }, true),
    /** Everything, in the order it is in. */
    showEverything() {
      void navigate({
        search: ({ sort, direction, memberId, expense, panel, member }) => ({
          sort,
          direction,
          memberId,
          expense,
          panel,
          member,
        }),
      });
    },
  };
}
