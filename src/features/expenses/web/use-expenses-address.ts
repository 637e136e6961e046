import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { Id } from '#kit/id.ts';
import { useOverlays } from '#web/overlays.ts';
import { type ExpenseDialog, type ExpensesSearch, expensesSearch } from './search.ts';

const noDialog: ExpensesSearch = { dialog: undefined, subject: undefined };
const nothingOpen: ExpensesSearch = { ...noDialog, expense: undefined };

export type ExpensesAddress = ReturnType<typeof useExpensesAddress>;

/** What the address says, and every way in which the screen changes it. */
export function useExpensesAddress() {
  const search = useSearch({ from: '/expenses' });
  const navigate = useNavigate({ from: '/expenses' });
  const router = useRouter();
  const overlays = useOverlays();
  const inPlace = (changes: ExpensesSearch) =>
    void navigate({ search: (old) => ({ ...old, ...changes }), replace: true });
  /** A write may end after the person went elsewhere: then there is nothing left to close. */
  const isAsking = () => {
    const { pathname, search: now } = router.state.location;
    return pathname === '/expenses' && expensesSearch(now).dialog !== undefined;
  };
  return {
    search,
    view(expense: Id) {
      const isOpen = search.expense !== undefined;
      void navigate({
        search: (old) => ({ ...old, expense }),
        replace: isOpen,
        state: isOpen ? overlays.staying() : overlays.opening(),
      });
    },
    ask(dialog: ExpenseDialog, subject?: Id) {
      void navigate({
        search: (old) => ({ ...old, dialog, subject }),
        state: overlays.opening(),
      });
    },
    closePanel: () => overlays.close(1, () => inPlace({ expense: undefined })),
    closeDialog() {
      if (isAsking()) overlays.close(1, () => inPlace(noDialog));
    },
    /** After a delete: neither its question nor its panel has anything to show. */
    closeAbout(expense: Id) {
      if (!isAsking()) return;
      const isInPanel = search.expense === expense;
      overlays.close(isInPanel ? 2 : 1, () => inPlace(isInPanel ? nothingOpen : noDialog));
    },
    showPage(page: number) {
      void navigate({ search: (old) => ({ ...old, page: page > 1 ? page : undefined }) });
    },
    filterByEvent(eventId: Id | undefined) {
      void navigate({ search: (old) => ({ ...old, eventId, page: undefined }) });
    },
  };
}
