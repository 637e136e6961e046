import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type MemberNames, useMemberNames } from '#features/members/web/shared/use-member-names.ts';
import type { Id } from '#kit/id.ts';
import type { Expense } from '../expense.ts';
import { expensesKey } from '../keys.ts';
import type { Participant } from '../listing/listing-contract.ts';
import { listPayerIds } from '../payers.ts';
import { balancesQuery } from './balances-query.ts';

/** The names of everyone on an expense. */
export function useExpenseNames(expense: Expense): MemberNames {
  const { participants, createdBy, settledBy } = expense;
  return useNames([...participants, ...listPayerIds(expense), createdBy, settledBy]);
}

/** The names of these members; most are already known from loaded lists and balances. */
export function useNames(needed: readonly (Id<'member'> | null)[]): MemberNames {
  const client = useQueryClient();
  const balances = useQuery(balancesQuery);
  return useMemberNames(needed, [
    ...client
      .getQueriesData<{ participants: Participant[] }>({ queryKey: [...expensesKey, 'list'] })
      .flatMap(([, reply]) => reply?.participants ?? []),
    ...(balances.data?.items.map(({ participantId, name }) => ({ id: participantId, name })) ?? []),
  ]);
}
