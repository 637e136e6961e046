import { queryOptions } from '@tanstack/react-query';
import { call, storeToken } from '#web/api/call.ts';
import { authCalls, type SessionView } from '../contract.ts';
import { sessionKey } from '../keys.ts';
import { holdDataOf } from './sessions/whose-data.ts';

/** Who the session cookie says we are. Looked at again when the window comes back. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ client, signal }): Promise<SessionView> => {
    const reply = await call(authCalls.session, { signal });
    holdDataOf(client, reply);
    if (!reply.signedIn) return reply;
    const { bearer, ...view } = reply;
    // What was asked before another chapter was chosen is of no use any more.
    if (bearer && !signal.aborted) storeToken(bearer);
    return view;
  },
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
});
