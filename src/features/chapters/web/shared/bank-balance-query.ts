import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Cents } from '#kit/money.ts';
import { call } from '#web/api/call.ts';
import { bankBalanceCalls } from '../../bank-balance-contract.ts';
import { bankBalanceKey } from '../../keys.ts';

export const bankBalanceQuery = queryOptions({
  queryKey: bankBalanceKey,
  queryFn: ({ signal }) => call(bankBalanceCalls.detail, { signal }),
});

export function useChangeBankBalance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ version, ...body }: { bankBalance: Cents | null; version: number }) =>
      call(bankBalanceCalls.change, { body, ifMatch: version }),
    onSuccess: (saved) => client.setQueryData(bankBalanceQuery.queryKey, saved),
  });
}
