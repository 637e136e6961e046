import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { useOverlays } from '#web/screen/overlays.ts';
import { type ChangePage, withPage } from '#web/screen/with-page.ts';
import type { TransactionSort } from '../../contract.ts';
import { type TransactionsDialog, type TransactionsSearch, transactionsSearch } from '../search.ts';
import { type ChangeOrder, orderOf, sortingOf } from '../sorting.ts';

const from = '/wallets/$walletId/transactions';
const noDialog: TransactionsSearch = { dialog: undefined, subject: undefined };

export type TransactionsAddress = ReturnType<typeof useTransactionsAddress>;

/** What the address of a wallet's transactions says, and every way in which the screen changes it. */
export function useTransactionsAddress(walletId: Id) {
  const search = useSearch({ from });
  const navigate = useNavigate({ from });
  const router = useRouter();
  const overlays = useOverlays();
  const inPlace = (changes: TransactionsSearch) =>
    void navigate({ search: (old) => ({ ...old, ...changes }), replace: true });
  /** A write may end after the person went elsewhere: then there is nothing left to close. */
  const isAsking = () => {
    const { pathname, search: now } = router.latestLocation;
    const isHere = pathname === `/wallets/${walletId}/transactions`;
    return isHere && transactionsSearch(now).dialog !== undefined;
  };
  return {
    search,
    searchFor: (words: string) => inPlace({ search: words || undefined, page: undefined }),
    /** From the order that is wanted by then, drawn or not. */
    changeOrder(change: ChangeOrder<TransactionSort>) {
      void navigate({
        search: (old) => ({
          ...old,
          ...sortingOf(change(orderOf(old, 'date')), 'date'),
          page: undefined,
        }),
      });
    },
    changePage(change: ChangePage) {
      void navigate({ search: (old) => withPage(old, change) });
    },
    showEverything() {
      void navigate({ search: ({ asOf }) => ({ asOf }) });
    },
    showBalanceOf: (asOf: Day | '') => inPlace({ asOf: asOf || undefined }),
    ask(dialog: TransactionsDialog, subject?: Id) {
      const asked = { dialog, subject };
      if (overlays.isOpen(asked)) return;
      void navigate({ search: (old) => ({ ...old, ...asked }), state: overlays.opening() });
    },
    closeDialog() {
      if (isAsking()) overlays.close(1, () => inPlace(noDialog));
    },
  };
}
