import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useCloseWhenMissing } from '#web/screen/overlays.tsx';
import { useInitial } from '#web/screen/use-initial.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { Expense, SettledExpense } from '../../expense.ts';
import { expenseQuery } from '../queries.ts';

/**
 * The settled expense that a dialog acts on, as it was when it opened, because acting changes what can be done to
 * it. Undefined until it is loaded. Closes the dialog if there is none, or with the reason if it can't be acted on.
 */
export function useSettledExpense(
  expenseId: Id<'expense'>,
  overlay: OverlayProps,
  reasonAgainst: (expense: Expense) => string | undefined,
): SettledExpense | undefined {
  const client = useQueryClient();
  const query = useQuery({ ...expenseQuery(client, expenseId), enabled: overlay.open });
  const expense = useInitial(query.data);
  const decided = useInitial(expense && { reason: reasonAgainst(expense) });
  const reason = decided?.reason;
  useCloseWhenMissing(query.isError && !expense, overlay);
  useCloseWhenMissing(reason !== undefined, overlay, () => toast.error(reason ?? ''));
  return expense?.status === 'settled' && reason === undefined ? expense : undefined;
}
