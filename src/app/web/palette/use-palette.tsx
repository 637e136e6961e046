import { type ReactNode, Suspense, startTransition, useLayoutEffect, useState } from 'react';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { areSingleKeysOn, askedBy, isAskedSomething, isTyping, type PaletteKind } from './keys.ts';

const Palette = lazyNamed(() => import('./palette.tsx'), 'Palette');

/** The palette of commands and the list of shortcuts: opened by their keys, or by `open`. */
export function usePalette(): { open: (kind: PaletteKind) => void; palette: ReactNode } {
  const [shown, setShown] = useState({
    kind: 'commands' as PaletteKind,
    isOpen: false,
    opening: 0,
  });
  const open = (kind: PaletteKind) =>
    // As soon as its code is there, which a `Suspense` alone would hold back for 0.3 s.
    startTransition(() =>
      setShown(({ opening }) => ({ kind, isOpen: true, opening: opening + 1 })),
    );

  // With the first picture: who sees the screen may press at once.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const mayBeAlone = areSingleKeysOn() && !isTyping(event.target);
      const kind = askedBy(event, mayBeAlone);
      if (!kind || event.defaultPrevented || isAskedSomething()) return;
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
        {shown.opening > 0 && (
          <Palette
            key={shown.opening}
            kind={shown.kind}
            open={shown.isOpen}
            onClose={() => setShown((now) => ({ ...now, isOpen: false }))}
          />
        )}
      </Suspense>
    ),
  };
}
