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
    /** How many entries up to this one only opened a panel or a dialog of the same screen. */
    overlays?: number;
  }
}

type ScreenPath = Exclude<RouteIds<RegisteredRouter['routeTree']>, '__root__'>;

/** From the page that is wanted by now, drawn or not: two quick presses turn two pages. */
export type ChangePage = (page: number) => number;

/**
 * What a screen's address says after `?`, and the ways to change it. Opening a panel or a dialog
 * adds an entry to the history, so that Back closes it; closing it goes back over that entry, so
 * that Back never opens it again. One that a pasted link opened has no such entry: it closes in
 * place.
 */
export function useScreenState<Search extends object>({
  from,
  read,
  closed = {},
}: {
  from: ScreenPath;
  /** Reads and checks an address, as the route does. */
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
  /** What the address says by now, drawn or not; nothing once another screen is shown. */
  const now = (): Partial<Search> => {
    const { latestLocation } = router;
    return latestLocation.pathname === pathname ? read(latestLocation.search) : {};
  };
  const has = (name: string) => now()[name as keyof Search] !== undefined;
  /** The same entry says something else, and leads back over as many as before. */
  const replace = (changes: Partial<Search>) =>
    go(changes, { overlays: overlaysUpTo(history), replace: true });
  const close = (changes: Partial<Search>, entries = 1) => {
    if (overlaysUpTo(history) < entries) void go(changes, { replace: true });
    else goBack(history, entries);
  };
  /** Whether the dialog is still asked for: a write may end after the person went elsewhere. */
  const isAsking = () => Object.keys(closed).some(has);

  return {
    search,
    now,
    replace,
    /**
     * In a panel that is open already, `instead`, another subject takes the place of the one
     * before. What the address says already is not opened again by the second press of a double
     * click.
     */
    async open(changes: Partial<Search>, { instead = false } = {}) {
      const address = now();
      const isOpen = Object.entries(changes).every(
        ([name, value]) => address[name as keyof Search] === value,
      );
      if (isOpen) return;
      if (instead) await replace(changes);
      else await go(changes, { overlays: overlaysUpTo(history) + 1 });
    },
    close,
    /** Panels may have led to one another, which Back alone goes through. */
    closeAll: (changes: Partial<Search>) => close(changes, Math.max(1, overlaysUpTo(history))),
    isAsking,
    closeDialog() {
      if (isAsking()) close(closed);
    },
    /** Another list, which begins with its first page. A panel beside it now closes in place. */
    showList: (changes: Partial<Search>, how?: { replace: boolean }) =>
      void go({ ...changes, page: undefined }, how),
    /** A list of nothing but this. */
    showOnly: (all: Search) => void navigate({ search: () => ({ ...all }) }),
    changePage(change: ChangePage, how?: { replace: boolean }) {
      const { page: current = 1 }: { page?: number } = now();
      const page = change(current);
      void go({ page: page > 1 ? page : undefined }, how);
    },
  };
}

function overlaysUpTo({ location }: RouterHistory): number {
  return location.state.overlays ?? 0;
}

/** The entry that is being left: going back takes a moment, and a second press must not go twice. */
let leaving: HistoryLocation | undefined;

function goBack(history: RouterHistory, entries: number): void {
  if (leaving === history.location) return;
  leaving = history.location;
  history.go(-entries);
}
