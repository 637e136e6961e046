import { ok } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { resetCalls } from '../../reset-contract.ts';
import type { IdentityServices } from '../shared/services.ts';
import { previewReset, requestReset, resetPassword } from './password-reset.ts';

export function passwordResetRoutes(api: Api, services: IdentityServices): void {
  api.serve(resetCalls.offer, async () => ok({ isByMail: services.sendsMail }));
  api.serve(resetCalls.request, async ({ body, now, newId }) =>
    requestReset(services, body.email, { now, newId }),
  );
  api.serve(resetCalls.preview, async ({ body, now }) => previewReset(services, body.token, now));
  api.serve(resetCalls.reset, async ({ body, now, newId }) =>
    resetPassword(services, body, { now, newId }),
  );
}
