import { useState } from 'react';
import type { Id } from '#kit/id.ts';

type RowKeys = ReadonlyMap<Id<'expense'>, number>;

/**
 * The `key` of each expense's row. Its own, while the list stays what it was but for a few; the rows
 * of another list show that one in their places. A page of sixty people has 2,600 cells, most of them
 * a dash there too, which the browser then need not make, move, style and measure again.
 */
export function useRowKeys(expenses: readonly { id: Id<'expense'> }[]): RowKeys {
  const [rows, setRows] = useState(() => ({ expenses, keys: rowKeysAfter(new Map(), expenses) }));
  if (rows.expenses === expenses) return rows.keys;
  const keys = rowKeysAfter(rows.keys, expenses);
  setRows({ expenses, keys });
  return keys;
}

export function rowKeysAfter(before: RowKeys, expenses: readonly { id: Id<'expense'> }[]): RowKeys {
  const places = [...before.keys()];
  const keys = [...before.values()];
  const isSameList = isMuchTheSame(
    places,
    expenses.map(({ id }) => id),
  );
  let next = Math.max(-1, ...keys) + 1;
  return new Map(
    expenses.map(({ id }, index) => {
      const key = (isSameList ? before.get(id) : keys[index]) ?? next;
      if (key === next) next += 1;
      return [id, key];
    }),
  );
}

/** Half of it was there, in the same order: one that moves is one jump back, two that swap are two. */
function isMuchTheSame(before: readonly Id<'expense'>[], now: readonly Id<'expense'>[]): boolean {
  const stayed = now.map((id) => before.indexOf(id)).filter((place) => place >= 0);
  const jumps = stayed.filter((place, index) => place < (stayed[index - 1] ?? 0));
  return stayed.length * 2 >= now.length && jumps.length <= 2;
}
