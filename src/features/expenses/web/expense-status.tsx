import { Badge } from '#web/ui/badge.tsx';
import type { Expense } from '../expense.ts';

/** 'open' outlined, 'settled' green. */
export function ExpenseStatus({ status }: Pick<Expense, 'status'>) {
  return <Badge tone={status === 'settled' ? 'settled' : 'outline'}>{status}</Badge>;
}
