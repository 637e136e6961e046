import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { useScreenState } from '#web/screen/screen-state.ts';
import type { TransactionSort } from '../../contract.ts';
import { parseTransactionsSearch, type TransactionsDialog } from '../search.ts';
import { type ChangeOrder, parseOrder, toSorting } from '../sorting.ts';

export type TransactionsAddress = ReturnType<typeof useTransactionsAddress>;

/** The address of a wallet's transactions and the functions that change it. */
export function useTransactionsAddress() {
  const state = useScreenState({
    from: '/wallets/$walletId/transactions',
    read: parseTransactionsSearch,
    closed: { dialog: undefined, subject: undefined },
  });
  const { search, getLatest } = state;
  return {
    search,
    searchFor: (text: string) => state.showList({ search: text || undefined }, { replace: true }),
    changeOrder: (change: ChangeOrder<TransactionSort>) =>
      state.showList(toSorting(change(parseOrder(getLatest(), 'date')), 'date')),
    changePage: state.changePage,
    showEverything: () => state.showOnly({ asOf: getLatest().asOf }),
    showBalanceOf: (asOf: Day | '') => void state.replace({ asOf: asOf || undefined }),
    openDialog: (dialog: TransactionsDialog, subject?: Id<'transaction'>) =>
      void state.open({ dialog, subject }),
    closeDialog: state.closeDialog,
  };
}
