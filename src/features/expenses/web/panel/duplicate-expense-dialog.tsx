import { useQuery, useQueryClient } from '@tanstack/react-query';
import { membersQuery } from '#features/members/web/queries.ts';
import type { Id } from '#kit/id.ts';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { useCloseWhenMissing } from '#web/screen/overlays.tsx';
import { listPayerIds } from '../../payers.ts';
import { CreateExpenseDialog } from '../form/create-expense-dialog.tsx';
import { unknownName } from '../people.ts';
import { expenseQuery } from '../queries.ts';
import { useNames } from '../use-names.ts';

/**
 * The form for a new expense, filled in like an open or settled one. Without the directory it cannot know who
 * has left, so then everyone is kept.
 */
export function DuplicateExpenseDialog({
  expenseId,
  ...overlay
}: OverlayProps & { expenseId: Id<'expense'> }) {
  const client = useQueryClient();
  const query = useQuery({ ...expenseQuery(client, expenseId), enabled: overlay.open });
  useCloseWhenMissing(query.isError && !query.data, overlay);
  const members = useQuery({ ...membersQuery, enabled: overlay.open });
  const active = members.data && new Set(members.data.items.map(({ id }) => id));
  const people = query.data ? [...query.data.participants, ...listPayerIds(query.data)] : [];
  const former = [...new Set(people)].filter((id) => active?.has(id) === false);
  const names = useNames(former);
  if (!query.data || members.isPending) return null;
  return (
    <CreateExpenseDialog
      {...overlay}
      like={query.data}
      former={former.map((id) => ({ id, name: names.get(id) ?? unknownName }))}
    />
  );
}
