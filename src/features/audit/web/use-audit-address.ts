import type { Id } from '#kit/id.ts';
import { useScreenState } from '#web/screen/screen-state.ts';
import { parseAuditSearch } from './search.ts';

export type AuditAddress = ReturnType<typeof useAuditAddress>;

/** The address of the audit log and the functions that change it. */
export function useAuditAddress() {
  const state = useScreenState({ from: '/audit', read: parseAuditSearch });
  const search = parseAuditSearch(state.search);
  const { record: _, ...filter } = search;
  return {
    search,
    isNarrowed: Object.values(filter).some((value) => value !== undefined),
    narrow: state.showList,
    searchFor: (text: string) => state.showList({ search: text || undefined }, { replace: true }),
    showEverything: () => state.showOnly({}),
    open: (recordId: Id<'audit'>) =>
      void state.open(
        { record: recordId },
        { replacesCurrent: state.getLatest().record !== undefined },
      ),
    close: () => state.close({ record: undefined }),
  };
}
