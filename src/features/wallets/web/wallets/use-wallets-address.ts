import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { Id } from '#kit/id.ts';
import { useOverlays } from '#web/screen/overlays.ts';
import { type ChangePage, withPage } from '#web/screen/with-page.ts';
import type { WalletSort } from '../../contract.ts';
import { type WalletsSearch, walletsSearch } from '../search.ts';
import { type ChangeOrder, orderOf, sortingOf } from '../sorting.ts';

const noDialog: WalletsSearch = { dialog: undefined, wallet: undefined };

export type WalletsAddress = ReturnType<typeof useWalletsAddress>;

/** What the address says, and every way in which the screen changes it. */
export function useWalletsAddress() {
  const search = useSearch({ from: '/wallets' });
  const navigate = useNavigate({ from: '/wallets' });
  const router = useRouter();
  const overlays = useOverlays();
  const inPlace = (changes: WalletsSearch) =>
    void navigate({ search: (old) => ({ ...old, ...changes }), replace: true });
  const open = (changes: WalletsSearch) => {
    if (overlays.isOpen(changes)) return;
    void navigate({ search: (old) => ({ ...old, ...changes }), state: overlays.opening() });
  };
  /** A write may end after the person went elsewhere: then there is nothing left to close. */
  const isAsking = () => {
    const { pathname, search: now } = router.latestLocation;
    return pathname === '/wallets' && walletsSearch(now).dialog !== undefined;
  };
  const closeDialog = () => {
    if (isAsking()) overlays.close(1, () => inPlace(noDialog));
  };
  return {
    search,
    searchFor: (words: string) => inPlace({ search: words || undefined, page: undefined }),
    showOwner(ownerId: Id | undefined) {
      void navigate({ search: (old) => ({ ...old, ownerId, page: undefined }) });
    },
    /** From the order that is wanted by then, drawn or not. */
    changeOrder(change: ChangeOrder<WalletSort>) {
      void navigate({
        search: (old) => ({
          ...old,
          ...sortingOf(change(orderOf(old, 'created')), 'created'),
          page: undefined,
        }),
      });
    },
    showEverything() {
      void navigate({ search: ({ sort, direction }) => ({ sort, direction }) });
    },
    changePage(change: ChangePage) {
      void navigate({ search: (old) => withPage(old, change) });
    },
    addWallet: () => open({ dialog: 'create' }),
    addTransaction: (wallet: Id) => open({ dialog: 'transaction', wallet }),
    closeDialog,
    /** After a write: the list is read anew from its first page. */
    showFirstPage() {
      if (!isAsking()) return;
      if (overlays.isOpen({ page: undefined })) closeDialog();
      else inPlace({ ...noDialog, page: undefined });
    },
  };
}
