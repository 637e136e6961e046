import { queryOptions } from '@tanstack/react-query';
import { authCalls } from '#features/auth/contract.ts';
import { call, warmToken } from '#web/call.ts';
import { holdDataOf } from './whose-data.ts';

/** Who the session cookie says we are. Looked at again when the window comes back. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ client, signal }) => {
    const view = await call(authCalls.session, { signal });
    holdDataOf(client, view);
    if (view.signedIn && view.chapter) warmToken();
    return view;
  },
  staleTime: 60_000,
  gcTime: Number.POSITIVE_INFINITY,
});

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(authCalls.lookAtInvitation, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
