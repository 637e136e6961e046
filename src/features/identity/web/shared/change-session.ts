/** Starts and ends sessions, in this tab and the others. */
import type { QueryClient } from '@tanstack/react-query';
import { call, forgetToken, prefetchToken } from '#web/api/call.ts';
import { clearPersonal, preserveTheme } from '#web/screen/personal-storage.ts';
import { authCalls, type SignedInView } from '../../contract.ts';
import { sessionQuery } from '../queries.ts';
import { claimData, forgetData } from '../sessions/data-owner.ts';
import { broadcast } from '../sessions/session-channel.ts';

/** Starts the session of `view`: after signing in, joining, setup or switching chapters. */
export function startSession(queryClient: QueryClient, view: SignedInView): void {
  forgetToken();
  claimData(queryClient, view);
  queryClient.setQueryData(sessionQuery.queryKey, view);
  if (view.chapter) prefetchToken();
  broadcast('changed');
}

/** Ends the session on the server first; if that fails, the member stays signed in. */
export async function signOut(queryClient: QueryClient): Promise<void> {
  await preserveTheme(() => call(authCalls.signOut, {}));
  broadcast('signed-out');
  await endSession(queryClient);
}

/**
 * Clears all data after the session ended here or in another tab. Resolves once the screens are
 * unmounted, so that navigating afterwards does not affect them.
 */
export async function endSession(queryClient: QueryClient): Promise<void> {
  clearPersonal();
  forgetData(queryClient);
  await queryClient.resetQueries({ queryKey: sessionQuery.queryKey });
}
