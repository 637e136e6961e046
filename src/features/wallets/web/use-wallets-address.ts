import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { Id } from '#kit/id.ts';
import { useOverlays } from '#web/overlays.ts';
import type { WalletsSearch } from './search.ts';

export type WalletsAddress = ReturnType<typeof useWalletsAddress>;

/** What the address says, and every way in which the screen changes it. */
export function useWalletsAddress() {
  const search = useSearch({ from: '/wallets' });
  const navigate = useNavigate({ from: '/wallets' });
  const router = useRouter();
  const overlays = useOverlays();
  /** A write may end after the person went elsewhere: then there is nothing left to close. */
  const isHere = () => router.state.location.pathname === '/wallets';
  return {
    search,
    searchFor(words: string) {
      void navigate({
        search: (old) => ({ ...old, search: words || undefined, page: undefined }),
        replace: true,
      });
    },
    showOwner(ownerId: Id | undefined) {
      void navigate({ search: (old) => ({ ...old, ownerId, page: undefined }) });
    },
    showEverything() {
      void navigate({ search: {} });
    },
    showPage(page: number) {
      void navigate({ search: (old) => ({ ...old, page: page > 1 ? page : undefined }) });
    },
    addWallet() {
      void navigate({
        search: (old) => ({ ...old, dialog: 'create' }),
        state: overlays.opening(),
      });
    },
    closeDialog() {
      if (!isHere()) return;
      overlays.close(1, () => {
        void navigate({ search: (old) => ({ ...old, dialog: undefined }), replace: true });
      });
    },
    /** After a wallet was added: the newest stand on the first page. */
    showNewest() {
      if (!isHere()) return;
      const search = (old: WalletsSearch) => ({ ...old, dialog: undefined, page: undefined });
      void navigate({ search, replace: true });
    },
  };
}
