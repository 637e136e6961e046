import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import type { ListedExpense } from '../../expense.ts';
import { type StatusWord, toStatusWord } from './status-word.ts';

const tones: Record<StatusWord, BadgeTone> = {
  open: 'outline',
  settled: 'settled',
  deleted: 'owes',
  corrected: 'settled',
  replaced: 'outline',
  reversed: 'outline',
  reversal: 'info',
  'money back': 'info',
};

/**
 * The status badge: 'open' outlined, 'settled' green, 'deleted' red. Of settled expenses, those of a
 * correction say so: what stands is 'corrected', what no longer does 'replaced' or 'reversed'.
 */
export function ExpenseStatus({ expense }: { expense: ListedExpense }) {
  const word = toStatusWord(expense);
  return (
    <Badge tone={tones[word]} className="capitalize">
      {word}
    </Badge>
  );
}
