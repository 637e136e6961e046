import type { Caller, MemberCaller } from '#kit/caller.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import type { Id } from '#kit/id.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import type { RequestFacts } from '#server/http/request-facts.ts';
import type { FindBearer } from '../oidc/bearer-identity.ts';
import type { IdentityServices } from '../shared/services.ts';
import { readSessionCookie } from '../shared/session-cookie.ts';
import { readBearer } from '../tokens/authorization-header.ts';
import { findCallerBySession, type Identity, isInstallationAdmin } from './identity-store.ts';

type IdentifyServices = Pick<IdentityServices, 'db' | 'secret' | 'isSecure'> & {
  readonly findBearer: FindBearer;
};

/**
 * Identifies the caller as far as the endpoint's policy requires: no one, a session, or a member of
 * the credential's chapter. Everything that is not a living identity of that kind is the same 401.
 * Roles are checked later, by `serve`.
 */
export async function identify(
  services: IdentifyServices,
  request: RequestFacts,
  endpoint: Pick<Endpoint, 'policy' | 'credential'>,
): Promise<Result<Caller>> {
  if (endpoint.policy === 'anyone') return ok(undefined);
  const found = await findIdentity(services, request, endpoint.credential);
  if (!found.ok) return found;
  if (!found.value) return unauthenticated;
  const { accountId, sessionId, member } = found.value;
  if (endpoint.policy === 'signed-in' || endpoint.policy === 'installation-admin') {
    // A trusted issuer's token acts within a chapter and never on the account.
    if (sessionId === undefined) return unauthenticated;
    const isAllowed =
      endpoint.policy === 'signed-in' || (await isInstallationAdmin(services.db, accountId));
    return isAllowed ? ok({ accountId, sessionId }) : notInstallationAdmin;
  }
  if (!member || targetsAnotherChapter(request, member.chapterId)) return unauthenticated;
  const caller: MemberCaller = { accountId, ...member };
  return ok(caller);
}

export const unauthenticated = refuse(
  'unauthenticated',
  'unauthenticated',
  'Sign in first. A valid token or session is required.',
);

/**
 * Requests with a cookie name the chapter they show: another tab may have switched the session to
 * another chapter, whose data must not appear here.
 */
function targetsAnotherChapter(request: RequestFacts, chapterId: Id<'chapter'>): boolean {
  const requested = readRequestedChapter(request);
  return requested !== undefined && requested !== chapterId;
}

function readRequestedChapter({ headers }: RequestFacts): string | undefined {
  // Repeated headers are joined into one value, which matches no chapter.
  return headers['x-chapter']?.toString();
}

const notInstallationAdmin = refuse(
  'forbidden',
  'forbidden',
  'Only installation admins can do this',
);

async function findIdentity(
  services: IdentifyServices,
  request: RequestFacts,
  credential: Endpoint['credential'],
): Promise<Result<Identity | undefined>> {
  const bearer = readBearer(request.rawHeaders);
  const takesBearer = credential === 'bearer' || credential === 'cookie-or-bearer';
  if (takesBearer && bearer.kind !== 'none') {
    if (bearer.kind === 'unusable') return ok(undefined);
    return services.findBearer(bearer.token, readRequestedChapter(request));
  }
  if (credential !== 'cookie' && credential !== 'cookie-or-bearer') return ok(undefined);
  const session = readSessionCookie(request.headers.cookie, services);
  return ok(session === undefined ? undefined : await findCallerBySession(services.db, session));
}
