import { browserTokenSeconds } from '#features/auth/bearer-claims.ts';
import type { BearerToken } from '#features/auth/contract.ts';
import type { Id } from '#kit/id.ts';
import type { AuthServices } from './services.ts';
import { extendSession } from './session-store.ts';

/** A token for the browser, whose session lives longer for it. */
export async function issueBrowserToken(
  services: AuthServices,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  chapterId: Id,
): Promise<BearerToken> {
  await extendSession(services.db, sessionId);
  const auth = await services.auth();
  const lifetimeSeconds = browserTokenSeconds;
  return auth.issueToken({ accountId, sessionId, chapterId, lifetimeSeconds });
}
