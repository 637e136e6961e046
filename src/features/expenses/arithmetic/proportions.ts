import type { Id } from '#kit/id.ts';
import { type Cents, cents } from '#kit/money.ts';
import { createTieBreak } from './tie-break.ts';

/**
 * Divides an amount by weights that are not all zero: rounded down once, and the cents left over go
 * to the largest remainders, as in the share rule.
 */
export function divideByWeights(
  expenseId: Id<'expense'>,
  total: Cents,
  weights: ReadonlyMap<Id<'member'>, bigint>,
): Map<Id<'member'>, Cents> {
  const ids = [...weights.keys()];
  const sum = [...weights.values()].reduce((all, each) => all + each, 0n);
  const scaled = (id: Id<'member'>) => BigInt(total) * (weights.get(id) ?? 0n);
  const parts = new Map(ids.map((id) => [id, Number(scaled(id) / sum)]));
  const left = [...parts.values()].reduce((rest, part) => rest - part, total as number);
  const breakTie = createTieBreak(expenseId, ids);
  const byRemainder = ids.toSorted((first, second) => {
    const difference = (scaled(second) % sum) - (scaled(first) % sum);
    return difference === 0n ? breakTie(first, second) : difference > 0n ? 1 : -1;
  });
  for (const id of byRemainder.slice(0, left)) parts.set(id, (parts.get(id) ?? 0) + 1);
  return new Map([...parts].map(([id, part]) => [id, cents(part)]));
}
