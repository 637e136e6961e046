/** Signing in, and what a session shows of itself. */
import type {
  BearerToken,
  SessionReply,
  SignedInView,
  SignedOutView,
} from '#features/auth/contract.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { type Db, inTransaction, type Tx } from '#server/database/db.ts';
import type { RequestFacts } from '#server/http/request-facts.ts';
import type { NewId } from '#server/ids.ts';
import { lockProved, type Proved } from './account-lock.ts';
import { findAccount } from './account-store.ts';
import { askForCode } from './ask-for-code.ts';
import { issueBrowserToken } from './browser-token.ts';
import { clearedChallengeCookie, takeChallenge } from './challenge.ts';
import { firstChapterLinks } from './chapter-store.ts';
import { newToken } from './link-token.ts';
import { hasSecondFactor } from './second-factor-store.ts';
import type { AuthServices } from './services.ts';
import { readSessionCookie, sessionCookie } from './session-cookie.ts';
import { longestUserAgent } from './session-lifetime.ts';
import {
  beginSession,
  endSession,
  insertSession,
  type Membership,
  readSession,
  type Session,
} from './session-store.ts';

export const wrongCredentials = refuse(
  'unauthenticated',
  'wrong_credentials',
  'The e-mail address or the password is wrong',
);

export type SignedIn = { readonly view: SignedInView; readonly cookies: string[] };

type Person = { accountId: string; proved: Proved };

/** A session for who proved who they are, in place of the one the browser had; else the refusal. */
export async function beginSessionFor(
  services: AuthServices,
  person: Person,
  { request, newId }: { request: RequestFacts; newId: NewId },
  otherwise: Refused,
): Promise<Result<SignedIn>> {
  const { accountId } = person;
  const token = newToken();
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, longestUserAgent);
  const insert = (tx: Tx) => insertSession(tx, { id: newId(), token, accountId, userAgent });
  const begun = await beginWith(services.db, { ...person, token }, otherwise, insert);
  if (!begun.ok) return begun;
  const cookies = [sessionCookie(token, services), ...(await endEarlier(services, request))];
  return ok({ view: signedInView(begun.value), cookies });
}

/** What was proved is asked again, and holds until the session has begun. */
async function beginWith(
  db: Db,
  { accountId, proved, token }: Person & { token: string },
  otherwise: Refused,
  insert?: (tx: Tx) => Promise<void>,
): Promise<Result<Session>> {
  return inTransaction(db, async (tx) => {
    if (!(await lockProved(tx, accountId, proved))) return otherwise;
    await insert?.(tx);
    await beginSession(tx, { accountId, token });
    const session = await readSession(tx, { token });
    return session ? ok(session) : otherwise;
  });
}

/** What this browser had and what it was offered beside it; the cookies that go. */
async function endEarlier(services: AuthServices, request: RequestFacts): Promise<string[]> {
  const earlier = readSessionCookie(request.headers.cookie, services);
  if (earlier !== undefined) await endSession(services.db, earlier);
  const offer = await takeChallenge(services, 'passkey-sign-in', request);
  return offer ? [clearedChallengeCookie('passkey-sign-in', services.isSecure)] : [];
}

/**
 * A new session, in place of the one the browser had. An unknown address, a wrong password and a
 * disabled account get the same refusal, after the same work, and so does a password that is changed,
 * or followed by a second factor, meanwhile. An account with a second factor gets no session yet, but
 * a refusal with the cookie that leads on.
 */
export async function signIn(
  services: AuthServices,
  credentials: { email: string; password: string },
  request: RequestFacts,
): Promise<Result<SignedIn>> {
  const { db } = services;
  const auth = await services.auth();
  const known = await findAccount(db, credentials.email);
  const made = await auth.signIn(credentials, request.headers['user-agent'] ?? '');
  if (!made) return wrongCredentials;
  if (known && !known.isDisabled && (await hasSecondFactor(db, known.id))) {
    // Its token never left the server.
    await endSession(db, made.token);
    return askForCode(services, known);
  }
  const proved = {
    by: 'password',
    hash: known?.passwordHash ?? null,
    secondFactor: 'none',
  } as const;
  const person = { accountId: known?.id ?? '', proved, token: made.token };
  const begun = await beginWith(db, person, wrongCredentials);
  if (!begun.ok) {
    await endSession(db, made.token);
    return begun;
  }
  const cookies = [...made.cookies, ...(await endEarlier(services, request))];
  return ok({ view: signedInView(begun.value), cookies });
}

export async function viewSession(
  services: AuthServices,
  request: RequestFacts,
): Promise<SessionReply> {
  const token = readSessionCookie(request.headers.cookie, services);
  const session = token === undefined ? undefined : await readSession(services.db, { token });
  if (!session) return signedOutView(services);
  return { ...signedInView(session), bearer: await firstToken(services, session) };
}

/** For the chapter that is open; the browser has it with what it asks first of all. */
async function firstToken(services: AuthServices, session: Session): Promise<BearerToken | null> {
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

async function signedOutView(services: AuthServices): Promise<SignedOutView> {
  const { chapterDefaults, demoSignIns } = services;
  const existing = await firstChapterLinks(services.db);
  return {
    signedIn: false,
    links: existing ?? linksOf(chapterDefaults),
    setUp: existing
      ? null
      : { chapterName: chapterDefaults.name, timeZone: chapterDefaults.timeZone },
    hostedName: services.hosted?.name ?? null,
    demoSignIns: demoSignIns.map((demo) => ({ ...demo })),
  };
}

export function linksOf(defaults: AuthServices['chapterDefaults']): SignedOutView['links'] {
  const { chapterSiteUrl, networkHubUrl, learningCentreUrl, localPlatformUrl } = defaults;
  return { chapterSiteUrl, networkHubUrl, learningCentreUrl, localPlatformUrl };
}
