import { useQuery, useQueryClient } from '@tanstack/react-query';
import { membersQuery } from '#features/members/web/queries.ts';
import type { Id } from '#kit/id.ts';
import type { Participant } from '../contract.ts';
import type { Expense } from '../expense.ts';
import { expensesKey } from '../keys.ts';
import { balancesQuery } from './balances-query.ts';
import { toMemberNames } from './people.ts';

/**
 * The names of everybody an expense names. Lists and balances told most of them already; the
 * directory is asked for those who are left.
 */
export function useNames(expense: Expense): ReadonlyMap<Id<'member'>, string> {
  return useNamesOf([
    ...expense.participants,
    expense.paidBy,
    expense.createdBy,
    expense.settledBy,
  ]);
}

/** The same for any people. */
export function useNamesOf(
  needed: readonly (Id<'member'> | null)[],
): ReadonlyMap<Id<'member'>, string> {
  const client = useQueryClient();
  const balances = useQuery(balancesQuery);
  const known = toMemberNames(
    client
      .getQueriesData<{ participants: Participant[] }>({ queryKey: [...expensesKey, 'list'] })
      .flatMap(([, reply]) => reply?.participants ?? []),
    balances.data?.items.map(({ participantId, name }) => ({ id: participantId, name })),
  );
  const isComplete = needed.every((id) => id === null || known.has(id));
  const members = useQuery({ ...membersQuery, enabled: !isComplete });
  return toMemberNames(
    [...known].map(([id, name]) => ({ id, name })),
    members.data?.items.map(({ id, displayName }) => ({ id, name: displayName })),
  );
}
