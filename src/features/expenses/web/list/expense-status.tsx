import { Badge } from '#web/ui/badge.tsx';
import type { ListedExpense } from '../../expense.ts';

const tones = {
  open: 'outline',
  settled: 'settled',
  deleted: 'owes',
  corrected: 'outline',
  reversal: 'info',
} as const;

type Subject = Pick<ListedExpense, 'status' | 'correctsId' | 'correctedById'>;

/**
 * The status badge: 'open' outlined, 'settled' green, 'deleted' red. Of settled expenses, reversals and
 * those that they reverse say so.
 */
export function ExpenseStatus({ expense }: { expense: Subject }) {
  const word = toWord(expense);
  return <Badge tone={tones[word]}>{word}</Badge>;
}

function toWord({ status, correctsId, correctedById }: Subject): keyof typeof tones {
  if (correctsId !== undefined) return 'reversal';
  return correctedById === undefined ? status : 'corrected';
}
