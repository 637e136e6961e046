/** Signing in, and the view of a session. */

import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { inTransaction } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import type { RequestFacts } from '#server/http/request-facts.ts';
import type { BearerToken, SessionReply, SignedInView, SignedOutView } from '../../contract.ts';
import { clearChallengeCookie, consumeChallenge } from '../factors/challenge.ts';
import { maxUserAgentLength } from '../sessions/session-lifetime.ts';
import { issueBrowserToken } from '../tokens/browser-token.ts';
import { lockProof, type SignInProof } from './account-lock.ts';
import { findAccount } from './account-store.ts';
import { checkPassword } from './check-password.ts';
import { writeDeviceCookie } from './device-cookie.ts';
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

export type StartedSession = { readonly view: SignedInView; readonly cookies: string[] };

/** Where a session comes from. */
export type SessionOrigin = { readonly request: RequestFacts; readonly newId: NewId };

/**
 * Starts a session that replaces the browser's previous one, or returns the refusal. The proof is
 * checked again under a lock and holds until the session has begun.
 */
export async function beginSessionFor(
  services: IdentityServices,
  { accountId, proof }: { accountId: string; proof: SignInProof },
  { request, newId }: SessionOrigin,
  refusal: Refused,
): Promise<Result<StartedSession>> {
  const token = newToken();
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength);
  const begun = await inTransaction(services.db, async (tx) => {
    if (!(await lockProof(tx, accountId, proof))) return refusal;
    await insertSession(tx, { id: newId(), token, accountId, userAgent });
    const session = await readSession(tx, { token });
    return session ? ok(session) : refusal;
  });
  if (!begun.ok) return begun;
  const cookies = [
    writeSessionCookie(token, services),
    writeDeviceCookie(begun.value.email, services),
    ...(await endEarlierSession(services, request)),
  ];
  return ok({ view: signedInView(begun.value), cookies });
}

/** Ends the browser's previous session and pending passkey challenge; returns cookies to clear. */
async function endEarlierSession(
  services: IdentityServices,
  request: RequestFacts,
): Promise<string[]> {
  const earlier = readSessionCookie(request.headers.cookie, services);
  if (earlier !== undefined) await endSession(services.db, earlier);
  const challenge = await consumeChallenge(services, 'passkey-sign-in', request);
  return challenge ? [clearChallengeCookie('passkey-sign-in', services.isSecure)] : [];
}

/**
 * Starts a session that replaces the browser's previous one. An unknown address, a wrong password
 * and a disabled account get the same refusal after the same work. An account with a second factor
 * gets a refusal with the cookie for the second step.
 */
export async function signIn(
  services: IdentityServices,
  { email, password }: { email: string; password: string },
  from: SessionOrigin,
): Promise<Result<StartedSession>> {
  const { db } = services;
  const known = await findAccount(db, email);
  const account = known?.isDisabled ? undefined : known;
  const hash = await checkPassword(services, account?.id, password);
  if (!account || hash === undefined) return wrongCredentials;
  if (await hasSecondFactor(db, account.id)) {
    return requireSecondFactor(services, { id: account.id, passwordHash: hash });
  }
  const proof = { by: 'password', hash, secondFactor: 'none' } as const;
  return beginSessionFor(services, { accountId: account.id, proof }, from, wrongCredentials);
}

/** What a signed-out browser may see. */
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
  return { ...signedInView(session), bearer: await issueFirstToken(services, session) };
}

/** Saves the browser a second request. */
async function issueFirstToken(
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
    movedTo: session.movedTo,
  };
}

function chapterView(active: Membership): NonNullable<SignedInView['chapter']> {
  const { chapterId, name, logo, timeZone, memberId, role } = active;
  const { policy, eventPolicy, membersSeeWallets, settlesThrough, saysHowToPay } = active;
  const { chapterSiteUrl, networkHubUrl, learningCentreUrl, localPlatformUrl } = active;
  const links = { chapterSiteUrl, networkHubUrl, learningCentreUrl, localPlatformUrl };
  const rules = { policy, eventPolicy, membersSeeWallets, settlesThrough };
  return { id: chapterId, name, logo, timeZone, ...rules, saysHowToPay, links, memberId, role };
}
