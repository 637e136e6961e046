import { useDeferredValue, useState } from 'react';

export type Lasting<T> = {
  /** What is open, or was until now. */
  readonly value: T;
  readonly isOpen: boolean;
  /** Counts the openings: as a `key`, so that each starts afresh. */
  readonly opening: number;
};

/**
 * What a panel or a dialog shows, kept while it closes, so that it leaves with its content and
 * gives the focus back. `asked` is undefined while nothing is open; nothing was open: undefined.
 *
 * Deferred, so that what is loaded when first asked for appears as soon as its code is there: React
 * shows a `Suspense` that had to show its fallback first for at least 0.3 s.
 */
export function useLasting<T extends string>(asked: T | undefined): Lasting<T> | undefined {
  const current = useDeferredValue(asked);
  const [lasting, setLasting] = useState<Lasting<T>>();
  const next = afterChange(lasting, current);
  if (next !== lasting) setLasting(next);
  return next;
}

function afterChange<T>(lasting: Lasting<T> | undefined, current: T | undefined) {
  if (current === undefined) return lasting?.isOpen ? { ...lasting, isOpen: false } : lasting;
  if (!lasting?.isOpen)
    return { value: current, isOpen: true, opening: (lasting?.opening ?? 0) + 1 };
  return lasting.value === current ? lasting : { ...lasting, value: current };
}
