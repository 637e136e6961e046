import type { ListedExpense } from '../../expense.ts';

/** Whether its reversal takes it back and nothing stands in its place: its amounts count as zero. */
export function isTakenBack({
  correctedById,
  replacedById,
}: Pick<ListedExpense, 'correctedById' | 'replacedById'>): boolean {
  return correctedById !== undefined && replacedById === undefined;
}
