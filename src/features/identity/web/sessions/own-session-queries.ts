import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { useWrite } from '#web/api/use-write.ts';
import { ownSessionsKey } from '../../keys.ts';
import { ownAccountCalls } from '../../own-account-contract.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: ownSessionsKey,
  queryFn: async ({ signal }) => (await call(ownAccountCalls.sessions, { signal })).items,
});

/** Ends one session, or all others. */
export const useEndSessions = () =>
  useWrite(ownSessionsKey, async (which: { readonly sessionId: string } | 'others') => {
    if (which === 'others') await call(ownAccountCalls.endOtherSessions, {});
    else await call(ownAccountCalls.endSession, { params: which });
  });
