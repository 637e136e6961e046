/** Signing in, and what a session shows of itself. */
import type { SessionView, SignedInView, SignedOutView } from '#features/auth/contract.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import type { RequestFacts } from '#server/request-facts.ts';
import { firstChapterLinks } from './chapter-store.ts';
import type { AuthServices } from './services.ts';
import { readSessionCookie } from './session-cookie.ts';
import {
  beginSession,
  endSession,
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

/**
 * A new session, in place of the one the browser had. An unknown address, a wrong password and a
 * disabled account get the same refusal, after the same work.
 */
export async function signIn(
  services: AuthServices,
  credentials: { email: string; password: string },
  request: RequestFacts,
): Promise<Result<SignedIn>> {
  const { db } = services;
  const auth = await services.auth();
  const made = await auth.signIn(credentials, request.headers['user-agent'] ?? '');
  if (!made) return wrongCredentials;
  const hasBegun = await beginSession(db, made.token);
  const session = hasBegun ? await readSession(db, { token: made.token }) : undefined;
  if (!session) {
    await endSession(db, made.token);
    return wrongCredentials;
  }
  const earlier = readSessionCookie(request.headers.cookie, services);
  if (earlier !== undefined) await endSession(db, earlier);
  return ok({ view: signedInView(session), cookies: made.cookies });
}

export async function viewSession(
  services: AuthServices,
  request: RequestFacts,
): Promise<SessionView> {
  const token = readSessionCookie(request.headers.cookie, services);
  const session = token === undefined ? undefined : await readSession(services.db, { token });
  return session ? signedInView(session) : signedOutView(services);
}

export function signedInView(session: Session): SignedInView {
  const active = session.memberships.find(({ isActive }) => isActive);
  return {
    signedIn: true,
    accountId: session.accountId,
    email: session.email,
    displayName: active?.displayName ?? session.name,
    chapters: session.memberships.map(({ chapterId, name, role }) => ({
      id: chapterId,
      name,
      role,
    })),
    chapter: active ? chapterView(active) : null,
  };
}

function chapterView(active: Membership): NonNullable<SignedInView['chapter']> {
  const { chapterId, name, timeZone, policy, memberId, role } = active;
  const { chapterSiteUrl, networkHubUrl, learningCentreUrl, localPlatformUrl } = active;
  const links = { chapterSiteUrl, networkHubUrl, learningCentreUrl, localPlatformUrl };
  return { id: chapterId, name, timeZone, policy, links, memberId, role };
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
    demoSignIns: demoSignIns.map((demo) => ({ ...demo })),
  };
}

export function linksOf(defaults: AuthServices['chapterDefaults']): SignedOutView['links'] {
  const { chapterSiteUrl, networkHubUrl, learningCentreUrl, localPlatformUrl } = defaults;
  return { chapterSiteUrl, networkHubUrl, learningCentreUrl, localPlatformUrl };
}
