/** Whose data the query cache holds: never one person's, or one chapter's, for another. */
import type { QueryClient } from '@tanstack/react-query';
import { forgetToken, showChapter } from '#web/api/call.ts';
import type { SessionView } from '../../contract.ts';

let owner: string | undefined;

/**
 * Forgets all data unless it belongs to the person and chapter of `view`. A signed-out view alone
 * forgets nothing, so that somebody whose session ran out finds everything after signing in again.
 */
export function holdDataOf(queryClient: QueryClient, view: SessionView): void {
  if (!view.signedIn) return;
  const next = `${view.accountId}/${view.chapter?.id ?? ''}`;
  if (owner !== undefined && next !== owner) forgetData(queryClient);
  owner = next;
  showChapter(view.chapter?.id);
}

/** What belongs to nobody: who is here, and what a link in a mail is for. */
const notPersonal = new Set<unknown>(['session', 'invitation', 'hosted-return']);

export function forgetData(queryClient: QueryClient): void {
  owner = undefined;
  forgetToken();
  queryClient.removeQueries({ predicate: ({ queryKey }) => !notPersonal.has(queryKey[0]) });
  queryClient.getMutationCache().clear();
}
