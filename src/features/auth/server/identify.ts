import type { Caller, MemberCaller } from '#features/auth/caller.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import type { RequestFacts } from '#server/request-facts.ts';
import { bearerOf } from './authorization-header.ts';
import { findCallerBySession, type Identity } from './identity-store.ts';
import type { AuthServices } from './services.ts';
import { readSessionCookie } from './session-cookie.ts';

/**
 * Who makes this call, as far as the endpoint wants to know: nobody, a session, or a member of the
 * chapter the credential is for. Everything that is not a living identity of that kind is the same
 * 401. A role that does not suffice is for `serve` to refuse.
 */
export async function identify(
  services: AuthServices,
  request: RequestFacts,
  endpoint: Pick<Endpoint, 'policy' | 'credential'>,
): Promise<Result<Caller>> {
  if (endpoint.policy === 'anyone') return ok(undefined);
  const identity = await identityOf(services, request, endpoint.credential);
  if (!identity) return unauthenticated;
  const { accountId, sessionId, member } = identity;
  if (endpoint.policy === 'signed-in') return ok({ accountId, sessionId });
  if (!member) return unauthenticated;
  const caller: MemberCaller = { accountId, sessionId, ...member };
  return ok(caller);
}

const unauthenticated = refuse(
  'unauthenticated',
  'unauthenticated',
  'Sign in first: this needs a valid token or session',
);

async function identityOf(
  services: AuthServices,
  request: RequestFacts,
  credential: Endpoint['credential'],
): Promise<Identity | undefined> {
  const bearer = bearerOf(request.rawHeaders);
  const takesBearer = credential === 'bearer' || credential === 'cookie-or-bearer';
  if (takesBearer && bearer.kind !== 'none') {
    if (bearer.kind === 'unusable') return undefined;
    const claims = await services.verifyToken(bearer.token);
    return claims && services.findCaller(claims);
  }
  if (credential !== 'cookie' && credential !== 'cookie-or-bearer') return undefined;
  const session = readSessionCookie(request.headers.cookie, services);
  return session === undefined ? undefined : findCallerBySession(services.db, session);
}
