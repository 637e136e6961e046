import type { ListedExpense } from '../../expense.ts';

export type StatusWord =
  | ListedExpense['status']
  | 'corrected'
  | 'replaced'
  | 'reversed'
  | 'reversal'
  | 'money back';

/** A correction's expenses say so: what stands is 'corrected', what no longer does 'replaced' or 'reversed'. */
export function toStatusWord(expense: ListedExpense): StatusWord {
  const { status, correctsId, correctedById, replacedById, replacesId, moneyBackForId } = expense;
  if (correctsId !== undefined) return 'reversal';
  if (replacedById !== undefined) return 'replaced';
  if (correctedById !== undefined) return 'reversed';
  if (moneyBackForId !== undefined) return 'money back';
  return replacesId === undefined ? status : 'corrected';
}
/** Whether its reversal takes it back and nothing stands in its place: its amounts count as zero. */
export function isTakenBack({
  correctedById,
  replacedById,
}: Pick<ListedExpense, 'correctedById' | 'replacedById'>): boolean {
  return correctedById !== undefined && replacedById === undefined;
}
