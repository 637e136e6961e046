import { Badge } from '#web/ui/badge.tsx';
import type { ListedExpense } from '../../expense.ts';

const tones = {
  open: 'outline',
  settled: 'settled',
  deleted: 'owes',
  corrected: 'settled',
  replaced: 'outline',
  reversed: 'outline',
  reversal: 'info',
} as const;

/**
 * The status badge: 'open' outlined, 'settled' green, 'deleted' red. Of settled expenses, those of a
 * correction say so: what stands is 'corrected', what no longer does 'replaced' or 'reversed'.
 */
export function ExpenseStatus({ expense }: { expense: ListedExpense }) {
  const word = toWord(expense);
  return (
    <Badge tone={tones[word]} className="capitalize">
      {word}
    </Badge>
  );
}

function toWord(expense: ListedExpense): keyof typeof tones {
  const { status, correctsId, correctedById, replacedById, replacesId } = expense;
  if (correctsId !== undefined) return 'reversal';
  if (replacedById !== undefined) return 'replaced';
  if (correctedById !== undefined) return 'reversed';
  return replacesId === undefined ? status : 'corrected';
}
