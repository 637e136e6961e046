import { Badge } from '#web/ui/badge.tsx';
import type { ListedExpense } from '../../expense.ts';

const tones = { open: 'outline', settled: 'settled', deleted: 'owes' } as const;

/** The status badge: 'open' outlined, 'settled' green, 'deleted' red. */
export function ExpenseStatus({ status }: Pick<ListedExpense, 'status'>) {
  return <Badge tone={tones[status]}>{status}</Badge>;
}
