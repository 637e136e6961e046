import { useNavigate, useSearch } from '@tanstack/react-router';
import { useOverlays } from '#web/screen/overlays.ts';
import type { AuditSearch } from './search.ts';

export type AuditAddress = ReturnType<typeof useAuditAddress>;

/** What the address says, and every way in which the screen changes it. */
export function useAuditAddress() {
  const search = useSearch({ from: '/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const overlays = useOverlays();
  const { record: _, ...filter } = search;
  return {
    search,
    isNarrowed: Object.values(filter).some((value) => value !== undefined),
    narrow: (changes: AuditSearch) =>
      void navigate({ search: (old) => ({ ...old, ...changes }), state: overlays.staying() }),
    searchFor: (words: string) =>
      void navigate({
        search: (old) => ({ ...old, search: words || undefined }),
        replace: true,
        state: overlays.staying(),
      }),
    showEverything: () => void navigate({ search: {} }),
    /** Another record in the open panel takes its place. */
    open(recordId: string) {
      void navigate({
        search: (old) => ({ ...old, record: recordId }),
        ...(overlays.isOpen({ record: undefined })
          ? { state: overlays.opening() }
          : { replace: true, state: overlays.staying() }),
      });
    },
    close: () =>
      overlays.close(
        1,
        () =>
          void navigate({
            search: (old) => ({ ...old, record: undefined }),
            replace: true,
            state: overlays.staying(),
          }),
      ),
  };
}
