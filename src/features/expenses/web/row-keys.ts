import { useState } from 'react';
import type { Id } from '#kit/id.ts';

type RowKeys = ReadonlyMap<Id, number>;

/**
 * The `key` of each expense's row: its own for as long as it is listed; what comes takes those of
 * what is gone. A page of sixty people has 2,600 cells, most of them a dash on the next page too,
 * which the browser then need not make, style and measure again.
 */
export function useRowKeys(expenses: readonly { id: Id }[]): RowKeys {
  const [rows, setRows] = useState(() => ({ expenses, keys: rowKeysAfter(new Map(), expenses) }));
  if (rows.expenses === expenses) return rows.keys;
  const keys = rowKeysAfter(rows.keys, expenses);
  setRows({ expenses, keys });
  return keys;
}

export function rowKeysAfter(before: RowKeys, expenses: readonly { id: Id }[]): RowKeys {
  const listed = new Set(expenses.map(({ id }) => id));
  const free = [...before].filter(([id]) => !listed.has(id)).map(([, key]) => key);
  let next = Math.max(-1, ...before.values()) + 1;
  return new Map(
    expenses.map(({ id }) => {
      const key = before.get(id) ?? free.shift() ?? next;
      if (key === next) next += 1;
      return [id, key];
    }),
  );
}
