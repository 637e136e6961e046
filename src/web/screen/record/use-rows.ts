import { useState } from 'react';
import { isSameInput, mergeRows } from './merge-input.ts';

/**
 * The rows of a form that saves a whole list, and the version that its save replaces. They follow the latest until
 * something is typed. From then on someone else's change is a conflict, after which `takeNewer` puts what was typed on
 * the newest version. `toRows` gives a row the key of the one that it was.
 */
export function useRows<
  List extends { readonly version: number },
  Row extends { readonly key: string },
>(latest: List, toRows: (list: List, shown: readonly Row[]) => readonly Row[]) {
  const begin = (list: List, shown: readonly Row[]) => {
    const before = toRows(list, shown);
    return { list, before, rows: before };
  };
  const [input, setInput] = useState(() => begin(latest, []));
  const { list, before, rows } = input;
  const isChanged = !isSameInput(before, rows);
  // Older for a moment where this form has just saved it.
  if (latest.version > list.version && !isChanged) setInput(begin(latest, rows));
  return {
    list,
    rows,
    isChanged,
    setRows: (changed: readonly Row[]) => setInput({ ...input, rows: changed }),
    /** After it was saved with these rows, which keep their keys, and with them the focus. */
    begin: (saved: List, shown: readonly Row[]) => setInput(begin(saved, shown)),
    takeNewer: (newer: List) =>
      setInput((typed) => {
        const next = toRows(newer, typed.before);
        return { list: newer, before: next, rows: mergeRows(typed.rows, typed.before, next) };
      }),
  };
}
