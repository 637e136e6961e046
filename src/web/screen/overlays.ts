import { type HistoryLocation, useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many entries up to this one only opened a panel or a dialog of the same screen. */
    overlays?: number;
  }
}

/** The entry that is being left: `go` takes a moment, and a second press must not go twice. */
let leaving: HistoryLocation | undefined;

/**
 * Panels and dialogs that the address names. Opening one adds an entry to the history, so that Back
 * closes it; closing it goes back over that entry, so that Back never opens it again. One that a
 * pasted link opened has no such entry: then `orElse` changes the address in place.
 */
export function useOverlays() {
  const router = useRouter();
  const { history } = router;
  const opened = () => history.location.state.overlays ?? 0;
  return {
    /**
     * Whether the address says all of this by now, drawn or not: what is open already is not opened
     * once more by the second press of a double click.
     */
    isOpen(search: object): boolean {
      const said: Readonly<Record<string, unknown>> = router.latestLocation.search;
      return Object.entries(search).every(([name, value]) => said[name] === value);
    },
    /** The history state of the entry that opens one more. */
    opening: () => ({ overlays: opened() + 1 }),
    /** The history state of an entry that shows another thing in what is open already. */
    staying: () => ({ overlays: opened() }),
    close(count: number, orElse: () => void): void {
      if (opened() < count) orElse();
      else if (leaving !== history.location) {
        leaving = history.location;
        history.go(-count);
      }
    },
  };
}
