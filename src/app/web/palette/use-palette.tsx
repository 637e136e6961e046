import { useNavigate } from '@tanstack/react-router';
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import type { Page } from '#web/area.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { allowsSingleKeys, isDialogOpen } from '#web/screen/single-keys.ts';
import { type PaletteKind, parseShortcut } from './keys.ts';
import { type ResultsProps, SearchDialog } from './search-dialog.tsx';

const loadMovement = () => import('./movement.ts');
/** Pressing the key again loads it again. */
const ignoreFailure = () => undefined;
const ShortcutsDialog = lazyNamed(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog');

/**
 * The command palette and the list of shortcuts, opened by their shortcuts or by `open`, and the keys
 * that move to places and rows.
 */
export function usePalette(
  places: readonly Page[],
  onSignOut: () => void,
): {
  open: (kind: PaletteKind) => void;
  palette: ReactNode;
} {
  const navigate = useNavigate();
  const { results, load, hasFailed } = useResults();
  const [shown, setShown] = useState({
    kind: 'commands' as PaletteKind,
    isOpen: false,
    openCount: 0,
  });
  const open = (kind: PaletteKind) => {
    const show = () =>
      setShown(({ openCount }) => ({ kind, isOpen: true, openCount: openCount + 1 }));
    // A transition shows it as soon as its code has loaded; otherwise React waits at least 0.3 s.
    if (kind === 'shortcuts') startTransition(show);
    else {
      show();
      if (!results) load();
    }
  };

  // A layout effect, so that the shortcuts work as soon as the screen is visible.
  useLayoutEffect(() => {
    let previousKey = '';
    const listen = (event: KeyboardEvent) => {
      const areSingleKeysOn = allowsSingleKeys(event.target);
      const kind = parseShortcut(event, areSingleKeysOn);
      const before = previousKey;
      previousKey = event.key;
      if (event.defaultPrevented || isDialogOpen()) return;
      if (kind) {
        event.preventDefault();
        open(kind);
      } else if (areSingleKeysOn) {
        void loadMovement().then(({ move }) => {
          const to = move(event, before, places);
          if (to !== undefined) void navigate({ to });
        }, ignoreFailure);
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [places, navigate, open]);

  const { kind, isOpen, openCount } = shown;
  const close = () => setShown((current) => ({ ...current, isOpen: false }));
  return {
    open,
    palette: (
      <>
        {kind === 'commands' && isOpen && (
          <SearchDialog
            key={openCount}
            onClose={close}
            results={results}
            onRetry={hasFailed ? load : undefined}
            onSignOut={onSignOut}
            onShowShortcuts={() => open('shortcuts')}
          />
        )}
        <Suspense>
          {kind === 'shortcuts' && openCount > 0 && (
            <ShortcutsDialog key={openCount} open={isOpen} onClose={close} />
          )}
        </Suspense>
      </>
    ),
  };
}

/** The code of the results: loaded when a page is used for a while, and at the latest when the search opens. */
function useResults() {
  const [results, setResults] = useState<ComponentType<ResultsProps>>();
  const [hasFailed, setHasFailed] = useState(false);
  const load = () => {
    setHasFailed(false);
    import('./command-results.tsx').then(
      ({ CommandResults }) => setResults(() => CommandResults),
      () => setHasFailed(true),
    );
  };
  useEffect(() => {
    const timer = setTimeout(load, 2_000);
    return () => clearTimeout(timer);
  }, []);
  return { results, load, hasFailed };
}
