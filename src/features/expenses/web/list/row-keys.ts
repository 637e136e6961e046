import { useState } from 'react';
import type { Id } from '#kit/id.ts';

type RowKeys = ReadonlyMap<Id<'expense'>, number>;

/**
 * The `key` of each expense's row. Expenses keep their keys if the list changes little; a different
 * list reuses the rows by position. A page with 60 people has 2,600 cells, most of them blank in both
 * lists, which the browser then need not create, move, style and measure again.
 */
export function useRowKeys(expenses: readonly { id: Id<'expense'> }[]): RowKeys {
  const [rows, setRows] = useState(() => ({ expenses, keys: assignRowKeys(new Map(), expenses) }));
  if (rows.expenses === expenses) return rows.keys;
  const keys = assignRowKeys(rows.keys, expenses);
  setRows({ expenses, keys });
  return keys;
}

export function assignRowKeys(
  before: RowKeys,
  expenses: readonly { id: Id<'expense'> }[],
): RowKeys {
  const ids = [...before.keys()];
  const keys = [...before.values()];
  const isSameList = isSimilar(
    ids,
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

/** At least half of the expenses were there, nearly in the same order: a swap of two is two jumps back. */
function isSimilar(before: readonly Id<'expense'>[], current: readonly Id<'expense'>[]): boolean {
  const stayed = current.map((id) => before.indexOf(id)).filter((position) => position >= 0);
  const jumps = stayed.filter((position, index) => position < (stayed[index - 1] ?? 0));
  return stayed.length * 2 >= current.length && jumps.length <= 2;
}
