import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { ownSessionsKey } from '../../keys.ts';
import { ownAccountCalls } from '../../own-account-contract.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: ownSessionsKey,
  queryFn: async ({ signal }) => (await call(ownAccountCalls.sessions, { signal })).items,
});

/** Ends one session, or all others. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (which: { readonly sessionId: string } | 'others') => {
      if (which === 'others') await call(ownAccountCalls.endOtherSessions, {});
      else await call(ownAccountCalls.endSession, { params: which });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsKey }),
  });
}
