/** The acts that change who is here, in this tab and in the others. */
import type { QueryClient } from '@tanstack/react-query';
import { call, forgetToken, prefetchToken } from '#web/api/call.ts';
import { clearPersonal, preserveTheme } from '#web/screen/personal-storage.ts';
import { authCalls, type SignedInView } from '../../contract.ts';
import { sessionQuery } from '../queries.ts';
import { announce } from '../sessions/session-channel.ts';
import { forgetData, holdDataOf } from '../sessions/whose-data.ts';

/** The person of `view` is here now: signed in, joined, set up, or in another chapter. */
export function begin(queryClient: QueryClient, view: SignedInView): void {
  forgetToken();
  holdDataOf(queryClient, view);
  queryClient.setQueryData(sessionQuery.queryKey, view);
  if (view.chapter) prefetchToken();
  announce('changed');
}

/** Ends the session on the server first: while that fails, the person is told and still here. */
export async function signOut(queryClient: QueryClient): Promise<void> {
  await preserveTheme(() => call(authCalls.signOut, {}));
  announce('signed-out');
  await leave(queryClient);
}

/**
 * The session is over, here or in another tab: forget everything and ask what to show. Done when
 * the screens are gone, so that whoever then moves to another address wakes none of them.
 */
export async function leave(queryClient: QueryClient): Promise<void> {
  clearPersonal();
  forgetData(queryClient);
  await queryClient.resetQueries({ queryKey: sessionQuery.queryKey });
}
