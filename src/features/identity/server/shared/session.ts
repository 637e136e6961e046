/** Signing in, and what a session shows of itself. */

import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { inTransaction } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import type { RequestFacts } from '#server/http/request-facts.ts';
import type { BearerToken, SessionReply, SignedInView, SignedOutView } from '../../contract.ts';
import { clearChallengeCookie, consumeChallenge } from '../factors/challenge.ts';
import { maxUserAgentLength } from '../sessions/session-lifetime.ts';
import { issueBrowserToken } from '../tokens/browser-token.ts';
import { lockProof, type Proved } from './account-lock.ts';
import { findAccount } from './account-store.ts';
import { checkPassword } from './check-password.ts';
import { newToken } from './link-token.ts';
import { requireSecondFactor } from './require-second-factor.ts';
import { hasSecondFactor } from './second-factor-store.ts';
import type { IdentityServices } from './services.ts';
import { readSessionCookie, writeSessionCookie } from './session-cookie.ts';
import {
  endSession,
  insertSession,
  type Membership,
  readSession,
  type Session,
} from './session-store.ts';

export const wrongCredentials = refuse(
  'unauthenticated',
  'wrong_credentials',
  'Wrong email or password.',
);

export type SignedIn = { readonly view: SignedInView; readonly cookies: string[] };

/** What a session is begun from. */
export type From = { readonly request: RequestFacts; readonly newId: NewId };

/**
 * A session for who proved who they are, in place of the one the browser had; else the refusal. What
 * was proved is asked again, and holds until the session has begun.
 */
export async function beginSessionFor(
  services: IdentityServices,
  { accountId, proved }: { accountId: string; proved: Proved },
  { request, newId }: From,
  otherwise: Refused,
): Promise<Result<SignedIn>> {
  const token = newToken();
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength);
  const begun = await inTransaction(services.db, async (tx) => {
    if (!(await lockProof(tx, accountId, proved))) return otherwise;
    await insertSession(tx, { id: newId(), token, accountId, userAgent });
    const session = await readSession(tx, { token });
    return session ? ok(session) : otherwise;
  });
  if (!begun.ok) return begun;
  const cookies = [writeSessionCookie(token, services), ...(await endEarlier(services, request))];
  return ok({ view: signedInView(begun.value), cookies });
}

/** What this browser had and what it was offered beside it; the cookies that go. */
async function endEarlier(services: IdentityServices, request: RequestFacts): Promise<string[]> {
  const earlier = readSessionCookie(request.headers.cookie, services);
  if (earlier !== undefined) await endSession(services.db, earlier);
  const offer = await consumeChallenge(services, 'passkey-sign-in', request);
  return offer ? [clearChallengeCookie('passkey-sign-in', services.isSecure)] : [];
}

/**
 * A new session, in place of the one the browser had. An unknown address, a wrong password and a
 * disabled account get the same refusal, after the same work. An account with a second factor gets no
 * session yet, but a refusal with the cookie that leads on.
 */
export async function signIn(
  services: IdentityServices,
  { email, password }: { email: string; password: string },
  from: From,
): Promise<Result<SignedIn>> {
  const { db } = services;
  const known = await findAccount(db, email);
  const account = known?.isDisabled ? undefined : known;
  const hash = await checkPassword(db, account?.id, password);
  if (!account || hash === undefined) return wrongCredentials;
  if (await hasSecondFactor(db, account.id)) {
    return requireSecondFactor(services, { id: account.id, passwordHash: hash });
  }
  const proved = { by: 'password', hash, secondFactor: 'none' } as const;
  return beginSessionFor(services, { accountId: account.id, proved }, from, wrongCredentials);
}

/** What a signed-out browser is shown of the installation. */
export type ReadSignedOutInfo = () => Promise<Omit<SignedOutView, 'signedIn' | 'hostedName'>>;

export async function viewSession(
  services: IdentityServices,
  readSignedOutInfo: ReadSignedOutInfo,
  request: RequestFacts,
): Promise<SessionReply> {
  const token = readSessionCookie(request.headers.cookie, services);
  const session = token === undefined ? undefined : await readSession(services.db, { token });
  if (!session) {
    return {
      signedIn: false,
      ...(await readSignedOutInfo()),
      hostedName: services.oidc?.name ?? null,
    };
  }
  return { ...signedInView(session), bearer: await firstToken(services, session) };
}

/** For the chapter that is open; the browser has it with what it asks first of all. */
async function firstToken(
  services: IdentityServices,
  session: Session,
): Promise<BearerToken | null> {
  const active = session.memberships.find(({ isActive }) => isActive);
  return active ? issueBrowserToken(services, session, active.chapterId) : null;
}

export function signedInView(session: Session): SignedInView {
  const active = session.memberships.find(({ isActive }) => isActive);
  return {
    signedIn: true,
    accountId: session.accountId,
    email: session.email,
    displayName: active?.displayName ?? session.name,
    isInstallationAdmin: session.isInstallationAdmin,
    chapters: session.memberships.map(({ chapterId, name, role }) => ({
      id: chapterId,
      name,
      role,
    })),
    chapter: active ? chapterView(active) : null,
  };
}

function chapterView(active: Membership): NonNullable<SignedInView['chapter']> {
  const { chapterId, name, logo, timeZone, policy, memberId, role } = active;
  const { chapterSiteUrl, networkHubUrl, learningCentreUrl, localPlatformUrl } = active;
  const links = { chapterSiteUrl, networkHubUrl, learningCentreUrl, localPlatformUrl };
  return { id: chapterId, name, logo, timeZone, policy, links, memberId, role };
}
