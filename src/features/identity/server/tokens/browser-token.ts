import type { Id } from '#kit/id.ts';
import { browserTokenSeconds } from '../../bearer-claims.ts';
import type { BearerToken } from '../../contract.ts';
import type { IdentityServices } from '../shared/services.ts';
import { extendSession } from '../shared/session-store.ts';
import { issueToken } from './bearer-token.ts';

/** Issues a token for the browser and extends its session. */
export async function issueBrowserToken(
  services: IdentityServices,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  chapterId: Id<'chapter'>,
): Promise<BearerToken> {
  await extendSession(services.db, sessionId);
  const lifetimeSeconds = browserTokenSeconds;
  return issueToken(services, { accountId, sessionId, chapterId, lifetimeSeconds });
}
