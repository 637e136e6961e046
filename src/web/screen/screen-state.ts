import {
  type HistoryLocation,
  type RegisteredRouter,
  type RouteIds,
  type RouterHistory,
  useMatch,
  useNavigate,
  useRouter,
  useSearch,
} from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many history entries up to this one opened a panel or a dialog of the same screen. */
    overlays?: number;
  }
}

type ScreenPath = Exclude<RouteIds<RegisteredRouter['routeTree']>, '__root__'>;

/** Computes the page from the latest one, even if not rendered yet, so that quick presses add up. */
export type ChangePage = (page: number) => number;

/**
 * The search of a screen's address and functions that change it. Opening a panel or a dialog adds a
 * history entry, so that Back closes it. Closing goes back over that entry, so that Back does not
 * reopen it. An overlay opened by a pasted link has no entry and is closed by replacing the address.
 */
export function useScreenState<Search extends object>({
  from,
  read,
  closed = {},
}: {
  from: ScreenPath;
  /** Parses and validates a search like the route. */
  read: (raw: Record<string, unknown>) => Search;
  /** The change that closes the dialog. */
  closed?: Partial<NoInfer<Search>>;
}) {
  const router = useRouter();
  const { history } = router;
  const navigate = useNavigate({ from });
  const checked = useSearch({ from });
  const search = checked as Search;
  const pathname = useMatch({ from, select: (match) => match.pathname });

  const go = (changes: object, { overlays = 0, replace = false } = {}) =>
    navigate({ search: (before) => ({ ...before, ...changes }), replace, state: { overlays } });
  /** The latest search, even if not rendered yet; empty once another screen is shown. */
  const getLatest = (): Partial<Search> => {
    const { latestLocation } = router;
    return latestLocation.pathname === pathname ? read(latestLocation.search) : {};
  };
  const has = (name: string) => getLatest()[name as keyof Search] !== undefined;
  /** Replaces the current entry and keeps its count of overlays. */
  const replace = (changes: Partial<Search>) =>
    go(changes, { overlays: getOverlayCount(history), replace: true });
  const close = (changes: Partial<Search>, entries = 1) => {
    if (getOverlayCount(history) < entries) void go(changes, { replace: true });
    else goBack(history, entries);
  };
  /** A write may complete after the dialog was left. */
  const isDialogOpen = () => Object.keys(closed).some(has);
  /**
   * `replacesCurrent` shows another subject in an open panel without a new entry. Does nothing if the
   * address already says so, as on the second press of a double click. Stays the same while the address
   * changes, so that rows that open something are not rendered again.
   */
  const open = async (changes: Partial<Search>, { replacesCurrent = false } = {}) => {
    const address = getLatest();
    const isOpen = Object.entries(changes).every(
      ([name, value]) => address[name as keyof Search] === value,
    );
    if (isOpen) return;
    if (replacesCurrent) await replace(changes);
    else await go(changes, { overlays: getOverlayCount(history) + 1 });
  };

  return {
    search,
    getLatest,
    replace,
    open,
    close,
    /** Panels may have opened one another; only Back returns through them. */
    closeAll: (changes: Partial<Search>) => close(changes, Math.max(1, getOverlayCount(history))),
    isDialogOpen,
    closeDialog() {
      if (isDialogOpen()) close(closed);
    },
    /** Shows another list from its first page. An open panel then closes by replacing the address. */
    showList: (changes: Partial<Search>, how?: { replace: boolean }) =>
      void go({ ...changes, page: undefined }, how),
    /** Replaces the whole search. */
    showOnly: (all: Search) => void navigate({ search: () => ({ ...all }) }),
    changePage(change: ChangePage, how?: { replace: boolean }) {
      const { page: current = 1 }: { page?: number } = getLatest();
      const page = change(current);
      void go({ page: page > 1 ? page : undefined }, how);
    },
  };
}

function getOverlayCount({ location }: RouterHistory): number {
  return location.state.overlays ?? 0;
}

/** Going back takes a moment; a second press must not go back twice. */
let leaving: HistoryLocation | undefined;

function goBack(history: RouterHistory, entries: number): void {
  if (leaving === history.location) return;
  leaving = history.location;
  history.go(-entries);
}
