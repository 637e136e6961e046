import { ok, type Result, refuse } from '#kit/result.ts';
import { inTransaction } from '#server/database/db.ts';
import type { Api } from '#server/http/serve.ts';
import { oidcCalls } from '../../oidc-contract.ts';
import { queueAccountNotice } from '../account-mail.ts';
import { auditAccount } from '../accounts/account-audit.ts';
import { isFresh } from '../accounts/first-password.ts';
import { deleteOtherSessions } from '../accounts/own-account.ts';
import { verifyProof } from '../factors/second-factor.ts';
import { lockOwnAccount } from '../shared/account-lock.ts';
import { findPasswordHash } from '../shared/account-store.ts';
import type { JoinByIdentity } from '../shared/join-by-identity.ts';
import type { IdentityServices } from '../shared/services.ts';
import { disconnectIdentities, hasIdentity } from './connected-identity-store.ts';
import { finishSignIn, startSignIn } from './oidc-sign-in.ts';
import { clearStateCookie } from './oidc-state-cookie.ts';

type Headers = { setHeader(name: string, value: string[]): void };

export function oidcRoutes(
  api: Api,
  services: IdentityServices,
  joinByIdentity: JoinByIdentity,
): void {
  api.serve(oidcCalls.begin, async (context) => {
    const { returnTo, invitation } = context.body;
    const purpose =
      invitation === undefined
        ? ({ kind: 'sign-in' } as const)
        : ({ kind: 'join', invitation } as const);
    return replyWithRedirect(context, await startSignIn(services, purpose, returnTo));
  });

  api.serve(oidcCalls.finish, async (context) => {
    // A callback works once, even if it is refused.
    context.setHeader('set-cookie', [clearStateCookie(services.isSecure)]);
    const finished = await finishSignIn(
      services,
      joinByIdentity,
      context.body.answer,
      context,
      context.request,
    );
    if (!finished.ok) return finished;
    const { cookies, ...reply } = finished.value;
    context.setHeader('set-cookie', cookies);
    return ok(reply);
  });

  api.serve(oidcCalls.connection, async ({ db, caller }) => {
    return ok({
      provider: services.oidc?.name ?? null,
      isConnected: await hasIdentity(db, caller.accountId),
      hasPassword: (await findPasswordHash(db, caller.accountId)) !== undefined,
      isFresh: await isFresh(db, caller),
    });
  });

  api.serve(oidcCalls.connect, async (context) => {
    const { caller, body } = context;
    const verified = await verifyProof(services, caller, body, context);
    if (!verified.ok) return verified;
    const purpose = { kind: 'connect', accountId: caller.accountId } as const;
    return replyWithRedirect(context, await startSignIn(services, purpose, '/settings'));
  });

  api.serve(oidcCalls.disconnect, async ({ db, caller, now, newId }) =>
    inTransaction(db, async (tx) => {
      const locked = await lockOwnAccount(tx, caller);
      if (!locked.ok) return locked;
      if ((await findPasswordHash(tx, caller.accountId)) === undefined) return onlySignIn;
      const issuers = await disconnectIdentities(tx, caller.accountId);
      if (issuers.length > 0) {
        await deleteOtherSessions(tx, caller);
        const record = { action: 'account.identity-disconnected', before: { issuers } } as const;
        const { accountId } = caller;
        await auditAccount(tx, accountId, { now, newId }, record);
        const change = { accountId, change: 'identity-disconnected' } as const;
        await queueAccountNotice(tx, services, change, { now, newId });
      }
      return ok(undefined);
    }),
  );
}

const onlySignIn = refuse(
  'conflict',
  'only_sign_in',
  "Your account has no password, so without this you couldn't sign in.",
);

function replyWithRedirect(
  headers: Headers,
  begun: Result<{ url: string; cookie: string }>,
): Result<{ url: string }> {
  if (!begun.ok) return begun;
  headers.setHeader('set-cookie', [begun.value.cookie]);
  return ok({ url: begun.value.url });
}
