import type { Caller, MemberCaller } from '#kit/caller.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import type { Id } from '#kit/id.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import type { RequestFacts } from '#server/http/request-facts.ts';
import type { FindBearer } from '../oidc/bearer-identity.ts';
import type { IdentityServices } from '../shared/services.ts';
import { readSessionCookie } from '../shared/session-cookie.ts';
import { bearerOf } from '../tokens/authorization-header.ts';
import { findCallerBySession, type Identity, isInstallationAdmin } from './identity-store.ts';

type IdentifyServices = Pick<IdentityServices, 'db' | 'secret' | 'isSecure'> & {
  readonly findBearer: FindBearer;
};

/**
 * Who makes this call, as far as the endpoint wants to know: nobody, a session, or a member of the
 * chapter the credential is for. Everything that is not a living identity of that kind is the same
 * 401. A role that does not suffice is for `serve` to refuse.
 */
export async function identify(
  services: IdentifyServices,
  request: RequestFacts,
  endpoint: Pick<Endpoint, 'policy' | 'credential'>,
): Promise<Result<Caller>> {
  if (endpoint.policy === 'anyone') return ok(undefined);
  const found = await identityOf(services, request, endpoint.credential);
  if (!found.ok) return found;
  if (!found.value) return unauthenticated;
  const { accountId, sessionId, member } = found.value;
  if (endpoint.policy === 'signed-in' || endpoint.policy === 'installation-admin') {
    // A trusted issuer's token acts in a chapter: it has no part in the account itself.
    if (sessionId === undefined) return unauthenticated;
    const isAllowed =
      endpoint.policy === 'signed-in' || (await isInstallationAdmin(services.db, accountId));
    return isAllowed ? ok({ accountId, sessionId }) : notForYou;
  }
  if (!member || isAboutAnother(request, member.chapterId)) return unauthenticated;
  const caller: MemberCaller = { accountId, ...member };
  return ok(caller);
}

export const unauthenticated = refuse(
  'unauthenticated',
  'unauthenticated',
  'Sign in first. A valid token or session is required.',
);

/**
 * A screen that asks by cookie says which chapter it shows: the session may have moved on to another
 * in a tab that nobody heard of, and one chapter's people must not appear in the other.
 */
function isAboutAnother(request: RequestFacts, chapterId: Id<'chapter'>): boolean {
  const shown = shownChapter(request);
  return shown !== undefined && shown !== chapterId;
}

function shownChapter({ headers }: RequestFacts): string | undefined {
  // Several would be folded into one text, which is no chapter's.
  return headers['x-chapter']?.toString();
}

const notForYou = refuse('forbidden', 'forbidden', 'Only installation admins can do this');

async function identityOf(
  services: IdentifyServices,
  request: RequestFacts,
  credential: Endpoint['credential'],
): Promise<Result<Identity | undefined>> {
  const bearer = bearerOf(request.rawHeaders);
  const takesBearer = credential === 'bearer' || credential === 'cookie-or-bearer';
  if (takesBearer && bearer.kind !== 'none') {
    if (bearer.kind === 'unusable') return ok(undefined);
    return services.findBearer(bearer.token, shownChapter(request));
  }
  if (credential !== 'cookie' && credential !== 'cookie-or-bearer') return ok(undefined);
  const session = readSessionCookie(request.headers.cookie, services);
  return ok(session === undefined ? undefined : await findCallerBySession(services.db, session));
}
