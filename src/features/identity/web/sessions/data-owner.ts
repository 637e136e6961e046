/** Keeps the query cache from showing data of one account or chapter to another. */
import type { QueryClient } from '@tanstack/react-query';
import { forgetToken, showChapter } from '#web/api/call.ts';
import type { SessionView } from '../../contract.ts';

let owner: string | undefined;

/**
 * Clears the cache unless it belongs to the account and chapter of `view`. Does nothing for a signed-out
 * view, so that a member whose session expired keeps everything after signing in again.
 */
export function claimData(queryClient: QueryClient, view: SessionView): void {
  if (!view.signedIn) return;
  const next = `${view.accountId}/${view.chapter?.id ?? ''}`;
  if (owner !== undefined && next !== owner) forgetData(queryClient);
  owner = next;
  showChapter(view.chapter?.id);
}

/** Queries that belong to no account: the session, and links from emails. */
const impersonalKeys = new Set<unknown>(['session', 'invitation', 'hosted-return']);

export function forgetData(queryClient: QueryClient): void {
  owner = undefined;
  forgetToken();
  queryClient.removeQueries({ predicate: ({ queryKey }) => !impersonalKeys.has(queryKey[0]) });
  queryClient.getMutationCache().clear();
}
