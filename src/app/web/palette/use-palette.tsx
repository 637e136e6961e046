import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, startTransition, useLayoutEffect, useState } from 'react';
import type { Page } from '#web/area.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { allowsSingleKeys, isDialogOpen } from '#web/screen/single-keys.ts';
import { type PaletteKind, parseShortcut } from './keys.ts';

const loadMovement = () => import('./movement.ts');
/** Pressing the key again loads it again. */
const ignoreFailure = () => undefined;
const Palette = lazyNamed(() => import('./palette.tsx'), 'Palette');

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
  const open = (kind: PaletteKind) =>
    // A transition shows it as soon as its code has loaded; otherwise React waits at least 0.3 s.
    startTransition(() =>
      setShown(({ openCount }) => ({ kind, isOpen: true, openCount: openCount + 1 })),
    );

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
  }, [places, navigate]);

  return {
    open,
    palette: (
      <Suspense>
        {shown.openCount > 0 && (
          <Palette
            key={shown.openCount}
            kind={shown.kind}
            open={shown.isOpen}
            onSignOut={onSignOut}
            onShowShortcuts={() => open('shortcuts')}
            onClose={() => setShown((current) => ({ ...current, isOpen: false }))}
          />
        )}
      </Suspense>
    ),
  };
}
