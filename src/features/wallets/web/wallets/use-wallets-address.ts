import type { Id } from '#kit/id.ts';
import { useScreenState } from '#web/screen/screen-state.ts';
import type { WalletSort } from '../../contract.ts';
import { parseWalletsSearch, type WalletsSearch } from '../search.ts';
import { type ChangeOrder, parseOrder, toSorting } from '../sorting.ts';

const noDialog: WalletsSearch = { dialog: undefined, wallet: undefined };

export type WalletsAddress = ReturnType<typeof useWalletsAddress>;

/** The address of the wallets and the functions that change it. */
export function useWalletsAddress() {
  const state = useScreenState({ from: '/wallets', read: parseWalletsSearch, closed: noDialog });
  const { search, getLatest, closeDialog } = state;
  return {
    search,
    searchFor: (text: string) => state.showList({ search: text || undefined }, { replace: true }),
    showOwner: (ownerId: Id<'member'> | undefined) => state.showList({ ownerId }),
    showBelowZero: (isOn: boolean) => state.showList({ belowZero: isOn || undefined }),
    changeOrder: (change: ChangeOrder<WalletSort>) =>
      state.showList(toSorting(change(parseOrder(getLatest(), 'created')), 'created')),
    showEverything: () =>
      state.showOnly({ sort: getLatest().sort, direction: getLatest().direction }),
    changePage: state.changePage,
    addWallet: () => void state.open({ dialog: 'create' }),
    addTransaction: (wallet: Id<'wallet'>) => void state.open({ dialog: 'transaction', wallet }),
    closeDialog,
    /** Call after a write, because the new row is on the first page. */
    showFirstPage() {
      if (!state.isDialogOpen()) return;
      if (getLatest().page === undefined) closeDialog();
      else state.showList(noDialog, { replace: true });
    },
  };
}
