import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useCloseWhenMissing } from '#web/screen/overlays.tsx';
import { CreateExpenseDialog } from '../form/create-expense-dialog.tsx';
import { expenseQuery } from '../queries.ts';

/** The form for a new expense, filled in like an open or settled one. */
export function DuplicateExpenseDialog({
  expenseId,
  ...overlay
}: OverlayProps & { expenseId: Id<'expense'> }) {
  const client = useQueryClient();
  const query = useQuery({ ...expenseQuery(client, expenseId), enabled: overlay.open });
  useCloseWhenMissing(query.isError && !query.data, overlay);
  return query.data && <CreateExpenseDialog {...overlay} like={query.data} />;
}
