import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Cents } from '#kit/money.ts';
import { call } from '#web/api/call.ts';
import { isConflict } from '#web/api/call-error.ts';
import { callQuery } from '#web/api/call-query.ts';
import { bankBalanceCalls } from '../../bank-balance-contract.ts';
import { bankBalanceKey } from '../../keys.ts';

export const bankBalanceQuery = callQuery(bankBalanceKey, bankBalanceCalls.detail, {});

export function useChangeBankBalance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ version, ...body }: { bankBalance: Cents | null; version: number }) =>
      call(bankBalanceCalls.change, { body, ifMatch: version }),
    // The form goes on from the latest version.
    onError: (error) =>
      isConflict(error) && client.invalidateQueries({ queryKey: bankBalanceQuery.queryKey }),
    onSuccess: (saved) => client.setQueryData(bankBalanceQuery.queryKey, saved),
  });
}
