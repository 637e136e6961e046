import { queryOptions } from '@tanstack/react-query';
import { call, storeToken } from '#web/api/call.ts';
import { authCalls, type SessionView } from '../contract.ts';
import { sessionKey } from '../keys.ts';
import { claimData } from './sessions/data-owner.ts';

/** The session of the cookie; refetched when the window regains the focus. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ client, signal }): Promise<SessionView> => {
    const reply = await call(authCalls.session, { signal });
    claimData(client, reply);
    if (!reply.signedIn) return reply;
    const { bearer, ...view } = reply;
    // An aborted request is from before a switch of chapters.
    if (bearer && !signal.aborted) storeToken(bearer);
    return view;
  },
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
});
