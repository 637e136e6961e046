import { notFound, ok, refuse } from '#kit/result.ts';
import { inTransaction } from '#server/database/db.ts';
import type { Api } from '#server/http/serve.ts';
import { authCalls } from '../contract.ts';
import { jwksCall } from '../jwks-contract.ts';
import { ownAccountCalls } from '../own-account-contract.ts';
import { chooseFirstPassword } from './accounts/first-password.ts';
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from './accounts/own-account.ts';
import { passwordResetRoutes } from './accounts/password-reset-routes.ts';
import { factorRoutes } from './factors/factor-routes.ts';
import { oidcRoutes } from './oidc/oidc-routes.ts';
import type { JoinByIdentity } from './shared/join-by-identity.ts';
import { withCookies } from './shared/reply-with-cookies.ts';
import type { IdentityServices } from './shared/services.ts';
import { type ReadSignedOutInfo, signedInView, signIn, viewSession } from './shared/session.ts';
import { clearSessionCookie, readSessionCookie } from './shared/session-cookie.ts';
import { endSession, openChapter, readSession } from './shared/session-store.ts';
import { issueBrowserToken } from './tokens/browser-token.ts';
import { listPublicKeys } from './tokens/signing-key.ts';

/** Implemented by features that identity must not import. */
export type IdentityHooks = {
  readSignedOutInfo: ReadSignedOutInfo;
  joinByIdentity: JoinByIdentity;
};

export function identityRoutes(api: Api, services: IdentityServices, hooks: IdentityHooks): void {
  sessionRoutes(api, services, hooks.readSignedOutInfo);
  ownAccountRoutes(api, services);
  factorRoutes(api, services);
  oidcRoutes(api, services, hooks.joinByIdentity);
  passwordResetRoutes(api, services);

  api.serve(jwksCall, async ({ db }) => {
    const keys = await listPublicKeys(db);
    return ok({
      keys: keys.map((key) => ({ ...key, kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' })),
    });
  });
}

function sessionRoutes(
  api: Api,
  services: IdentityServices,
  readSignedOutInfo: ReadSignedOutInfo,
): void {
  api.serve(authCalls.signIn, async (context) =>
    withCookies(context, await signIn(services, context.body, context)),
  );

  api.serve(authCalls.signOut, async (context) => {
    const token = readSessionCookie(context.request.headers.cookie, services);
    if (token !== undefined) await endSession(context.db, token);
    context.setHeader('set-cookie', [clearSessionCookie(services.isSecure)]);
    context.setHeader('clear-site-data', '"cache", "storage"');
    return ok(undefined);
  });

  api.serve(authCalls.session, async ({ request }) =>
    ok(await viewSession(services, readSignedOutInfo, request)),
  );

  api.serve(authCalls.token, async ({ db, caller }) => {
    const session = await readSession(db, { id: caller.sessionId });
    const active = session?.memberships.find(({ isActive }) => isActive);
    if (!active) return refuse('forbidden', 'no_chapter', "You're not a member of any chapter");
    return ok(await issueBrowserToken(services, caller, active.chapterId));
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

function ownAccountRoutes(api: Api, services: IdentityServices): void {
  api.serve(ownAccountCalls.changePassword, async ({ caller, body, now, newId }) =>
    changePassword(services, caller, body, { now, newId }),
  );
  api.serve(ownAccountCalls.chooseFirstPassword, async ({ caller, body, now, newId }) =>
    chooseFirstPassword(services, caller, body.newPassword, { now, newId }),
  );
  api.serve(ownAccountCalls.sessions, async ({ db, caller }) =>
    ok({ items: await listOwnSessions(db, caller) }),
  );
  api.serve(ownAccountCalls.endSession, async ({ db, caller, params, now, newId }) =>
    endOwnSession(db, caller, params.sessionId, { now, newId }),
  );
  api.serve(ownAccountCalls.endOtherSessions, async ({ db, caller, now, newId }) =>
    endOtherSessions(db, caller, { now, newId }),
  );
}
