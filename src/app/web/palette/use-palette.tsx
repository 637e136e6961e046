import { type ReactNode, Suspense, startTransition, useLayoutEffect, useState } from 'react';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import {
  areSingleKeysOn,
  isDialogOpen,
  isTyping,
  type PaletteKind,
  parseShortcut,
} from './keys.ts';

const Palette = lazyNamed(() => import('./palette.tsx'), 'Palette');

/** The command palette and the list of shortcuts, opened by their shortcuts or by `open`. */
export function usePalette(): { open: (kind: PaletteKind) => void; palette: ReactNode } {
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
    const listen = (event: KeyboardEvent) => {
      const allowsSingleKeys = areSingleKeysOn() && !isTyping(event.target);
      const kind = parseShortcut(event, allowsSingleKeys);
      if (!kind || event.defaultPrevented || isDialogOpen()) return;
      event.preventDefault();
      open(kind);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return {
    open,
    palette: (
      <Suspense>
        {shown.openCount > 0 && (
          <Palette
            key={shown.openCount}
            kind={shown.kind}
            open={shown.isOpen}
            onClose={() => setShown((current) => ({ ...current, isOpen: false }))}
          />
        )}
      </Suspense>
    ),
  };
}
