import { ok } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { invitationCalls } from '../../invitation-contract.ts';
import { listAddresses, listInvitations } from './invitation-store.ts';
import {
  type InviteServices,
  invite,
  inviteMany,
  resendInvitation,
  revokeInvitation,
  withLinks,
} from './invite.ts';

export function invitationRoutes(api: Api, services: InviteServices): void {
  api.serveWithoutReplay(invitationCalls.invite, async ({ caller, body, now, newId }) =>
    invite(services, { ...caller, now, newId }, body),
  );

  api.serve(invitationCalls.inviteMany, async ({ tx, caller, body, now, newId }) =>
    ok(await inviteMany(tx, services, { ...caller, now, newId }, body.invitees)),
  );

  api.serve(invitationCalls.addresses, async ({ db, caller }) =>
    ok(await listAddresses(db, caller.chapterId)),
  );

  api.serve(invitationCalls.list, async ({ db, caller, query, now }) =>
    ok(withLinks(services, caller, await listInvitations(db, caller.chapterId, query, now))),
  );

  api.serve(invitationCalls.resend, async ({ tx, caller, params, now, newId }) =>
    resendInvitation(tx, services, { ...caller, now, newId }, params.invitationId),
  );

  api.serve(invitationCalls.revoke, async ({ tx, caller, params, now, newId }) =>
    revokeInvitation(tx, { ...caller, now, newId }, params.invitationId),
  );
}
