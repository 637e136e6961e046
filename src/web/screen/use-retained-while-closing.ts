import { useDeferredValue, useState } from 'react';

export type Retained<Name, Search> = {
  /** Which one is open, or was until now. */
  readonly name: Name;
  /** What the address said of it while it was open. */
  readonly search: Search;
  readonly isOpen: boolean;
  /** As a `key` it makes each opening start afresh. */
  readonly openCount: number;
};

/**
 * What a panel or a dialog shows, kept while it closes, so that it leaves with its content and
 * gives the focus back. `asked` is undefined while nothing is open; the result is undefined until
 * something was.
 *
 * Deferred, so that what is loaded when first asked for appears as soon as its code is there: React
 * shows a `Suspense` that had to show its fallback first for at least 0.3 s.
 */
export function useRetainedWhileClosing<Name extends string, Search extends object>(
  asked: Name | undefined,
  search: Search,
): Retained<Name, Search> | undefined {
  const name = useDeferredValue(asked);
  const shown = useDeferredValue(search);
  const [retained, setRetained] = useState<Retained<Name, Search>>();
  const next = afterChange(retained, name, shown);
  if (next !== retained) setRetained(next);
  return next;
}

function afterChange<Name, Search extends object>(
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
