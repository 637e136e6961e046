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
  const [shown, setShown] = useState({
    kind: 'commands' as PaletteKind,
    isOpen: false,
    openCount: 0,
  });
  const { kind, isOpen, openCount } = shown;
  const { results, onRetry } = useResults(isOpen && kind === 'commands');
  const open = (next: PaletteKind) => {
    const show = () =>
      setShown((current) => ({ kind: next, isOpen: true, openCount: current.openCount + 1 }));
    // A transition shows it as soon as its code has loaded; otherwise React waits at least 0.3 s.
    if (next === 'shortcuts') startTransition(show);
    else show();
  };

  // A layout effect, so that the shortcuts work as soon as the screen is visible.
  useLayoutEffect(() => {
    let previousKey = '';
    const listen = (event: KeyboardEvent) => {
      const areSingleKeysOn = allowsSingleKeys(event.target);
      const pressed = parseShortcut(event, areSingleKeysOn);
      const before = previousKey;
      previousKey = event.key;
      if (event.defaultPrevented || isDialogOpen()) return;
      if (pressed) {
        event.preventDefault();
        open(pressed);
      } else if (areSingleKeysOn) {
        void loadMovement().then(({ move }) => {
          const to = move(event, before, places);
          if (to !== undefined) void navigate({ to });
        }, ignoreFailure);
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [places, navigate]);

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
            onRetry={onRetry}
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

/** The code of the results: loaded once a page was open for a while, or at once when it is wanted. */
function useResults(isWanted: boolean) {
  const [results, setResults] = useState<ComponentType<ResultsProps>>();
  const [hasFailed, setHasFailed] = useState(false);
  const [retries, setRetries] = useState(0);
  useEffect(() => {
    if (results) return undefined;
    const load = () => {
      setHasFailed(false);
      import('./command-results.tsx').then(
        ({ CommandResults }) => setResults(() => CommandResults),
        () => setHasFailed(true),
      );
    };
    const timer = setTimeout(load, isWanted ? 0 : 2_000);
    return () => clearTimeout(timer);
  }, [results, isWanted, retries]);
  return { results, onRetry: hasFailed ? () => setRetries(retries + 1) : undefined };
}
