import { useDeferredValue, useState } from 'react';

export type Retained<Name, Search> = {
  /** The overlay that is open or closing. */
  readonly name: Name;
  /** The search while it was open. */
  readonly search: Search;
  readonly isOpen: boolean;
  /** Used as a `key`, it resets the overlay on each opening. */
  readonly openCount: number;
};

/**
 * Retains what a panel or dialog shows while it closes, so that it keeps its content and returns the
 * focus. `openName` is undefined while nothing is open; the result is undefined until something was.
 *
 * Deferred, so that an overlay loaded on first use appears as soon as its code has arrived: otherwise
 * React would show the fallback of `Suspense` for at least 0.3 s.
 */
export function useRetainedWhileClosing<Name extends string, Search extends object>(
  openName: Name | undefined,
  search: Search,
): Retained<Name, Search> | undefined {
  const name = useDeferredValue(openName);
  const shown = useDeferredValue(search);
  const [retained, setRetained] = useState<Retained<Name, Search>>();
  const next = applyChange(retained, name, shown);
  if (next !== retained) setRetained(next);
  return next;
}

function applyChange<Name, Search extends object>(
  retained: Retained<Name, Search> | undefined,
  name: Name | undefined,
  search: Search,
): Retained<Name, Search> | undefined {
  if (name === undefined) return retained?.isOpen ? { ...retained, isOpen: false } : retained;
  if (!retained?.isOpen) {
    return { name, search, isOpen: true, openCount: (retained?.openCount ?? 0) + 1 };
  }
  const isSame = retained.name === name && areEqual(retained.search, search);
  return isSame ? retained : { ...retained, name, search };
}

function areEqual(one: object, other: object): boolean {
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => value === other[key as keyof object])
  );
}
