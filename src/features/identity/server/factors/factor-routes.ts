import { ok } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { factorCalls } from '../../factor-contract.ts';
import { withCookies } from '../shared/reply-with-cookies.ts';
import type { IdentityServices } from '../shared/services.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  passkeySignIn,
  removePasskey,
} from './passkey.ts';
import { listPasskeys } from './passkey-store.ts';
import {
  confirmSecondFactor,
  renewRecoveryCodes,
  startSecondFactorSetup,
  turnOffSecondFactor,
  viewSecondFactor,
} from './second-factor.ts';
import { secondStep } from './second-step.ts';

export function factorRoutes(api: Api, services: IdentityServices): void {
  secondFactorRoutes(api, services);
  passkeyRoutes(api, services);

  api.serve(factorCalls.secondStep, async (context) =>
    withCookies(context, await secondStep(services, context.body.code, context, context.request)),
  );

  api.serve(factorCalls.beginPasskeySignIn, async ({ setHeader }) => {
    const begun = await beginPasskeySignIn(services);
    if (!begun.ok) return begun;
    setHeader('set-cookie', [begun.value.cookie]);
    return ok(begun.value.options);
  });

  api.serve(factorCalls.passkeySignIn, async (context) => {
    const { body, request } = context;
    return withCookies(context, await passkeySignIn(services, body.passkey, context, request));
  });
}

function secondFactorRoutes(api: Api, services: IdentityServices): void {
  api.serve(factorCalls.secondFactor, async ({ db, caller }) =>
    ok(await viewSecondFactor(db, caller)),
  );
  api.serve(factorCalls.beginSecondFactor, async ({ caller, body, now }) =>
    startSecondFactorSetup(services, caller, body.currentPassword, now),
  );
  api.serve(factorCalls.confirmSecondFactor, async (context) =>
    confirmSecondFactor(services, context.caller, context.body.code, context),
  );
  api.serve(factorCalls.replaceRecoveryCodes, async (context) =>
    renewRecoveryCodes(services, context.caller, context.body, context),
  );
  api.serve(factorCalls.removeSecondFactor, async (context) =>
    turnOffSecondFactor(services, context.caller, context.body, context),
  );
}

function passkeyRoutes(api: Api, services: IdentityServices): void {
  api.serve(factorCalls.passkeys, async ({ db, caller }) =>
    ok({ items: await listPasskeys(db, caller.accountId) }),
  );
  api.serve(factorCalls.beginPasskey, async (context) => {
    const begun = await beginPasskey(services, context.caller, context.body, context);
    if (!begun.ok) return begun;
    context.setHeader('set-cookie', [begun.value.cookie]);
    return ok(begun.value.options);
  });
  api.serve(factorCalls.addPasskey, async (context) =>
    addPasskey(services, context.caller, context.body, context, context.request),
  );
  api.serve(factorCalls.removePasskey, async (context) =>
    removePasskey(services, context.caller, context.params.passkeyId, context),
  );
}
