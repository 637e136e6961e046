import { browserTokenSeconds } from '#features/auth/bearer-claims.ts';
import { authCalls } from '#features/auth/contract.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { inTransaction } from '#server/db.ts';
import type { Api } from '#server/serve.ts';
import { acceptInvitation, lookAtInvitation } from './accept-invitation.ts';
import { listInvitations } from './invitation-store.ts';
import { invite, revokeInvitation } from './invite.ts';
import type { AuthServices } from './services.ts';
import { type SignedIn, signedInView, signIn, viewSession } from './session.ts';
import { clearedSessionCookie, readSessionCookie } from './session-cookie.ts';
import { endSession, extendSession, openChapter, readSession } from './session-store.ts';
import { setUp } from './set-up.ts';
import { listPublicKeys } from './signing-key.ts';

type Headers = { setHeader(name: string, value: string[]): void };

export function authRoutes(api: Api, services: AuthServices): void {
  sessionRoutes(api, services);
  invitationRoutes(api, services);

  api.serve(authCalls.setUp, async (context) =>
    withCookies(context, await setUp(services, context.body, context, context.request)),
  );

  api.serve(authCalls.jwks, async ({ db }) => {
    const keys = await listPublicKeys(db);
    return ok({
      keys: keys.map((key) => ({ ...key, kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' })),
    });
  });
}

function sessionRoutes(api: Api, services: AuthServices): void {
  api.serve(authCalls.signIn, async (context) =>
    withCookies(context, await signIn(services, context.body, context.request)),
  );

  api.serve(authCalls.signOut, async (context) => {
    const token = readSessionCookie(context.request.headers.cookie, services);
    if (token !== undefined) await endSession(context.db, token);
    context.setHeader('set-cookie', [clearedSessionCookie(services.isSecure)]);
    context.setHeader('clear-site-data', '"cache", "storage"');
    return ok(undefined);
  });

  api.serve(authCalls.session, async ({ request }) => ok(await viewSession(services, request)));

  api.serve(authCalls.token, async ({ db, caller }) => {
    const session = await readSession(db, { id: caller.sessionId });
    const active = session?.memberships.find(({ isActive }) => isActive);
    if (!active) return refuse('forbidden', 'no_chapter', 'You are not a member of any chapter');
    await extendSession(db, caller.sessionId);
    const auth = await services.auth();
    const { chapterId } = active;
    return ok(
      await auth.issueToken({ ...caller, chapterId, lifetimeSeconds: browserTokenSeconds }),
    );
  });

  api.serve(authCalls.switchChapter, async ({ db, caller, body }) => {
    const before = await readSession(db, { id: caller.sessionId });
    if (!before?.memberships.some(({ chapterId }) => chapterId === body.chapterId)) {
      return notFound('Chapter');
    }
    return inTransaction(db, async (tx) => {
      await openChapter(tx, caller, body.chapterId);
      const session = await readSession(tx, { id: caller.sessionId });
      return session ? ok(signedInView(session)) : notFound('Session');
    });
  });
}

function invitationRoutes(api: Api, services: AuthServices): void {
  api.serveUnkept(authCalls.invite, async ({ caller, body, now, newId }) =>
    invite(services, { ...caller, now, newId }, body),
  );

  api.serve(authCalls.invitations, async ({ db, caller, query, now }) =>
    ok(await listInvitations(db, caller.chapterId, query, now)),
  );

  api.serve(authCalls.revokeInvitation, async ({ tx, caller, params, now, newId }) =>
    revokeInvitation(tx, { ...caller, now, newId }, params.invitationId),
  );

  api.serve(authCalls.lookAtInvitation, async ({ body, now }) =>
    lookAtInvitation(services, body.token, now),
  );

  api.serve(authCalls.acceptInvitation, async (context) =>
    withCookies(context, await acceptInvitation(services, context.body, context, context.request)),
  );
}

function withCookies(headers: Headers, result: Result<SignedIn>): Result<SignedIn['view']> {
  if (!result.ok) return result;
  headers.setHeader('set-cookie', result.value.cookies);
  return ok(result.value.view);
}
