/** Inviting people: apart, because only the admins' dialog needs it. */
import * as z from 'zod/mini';
import { email } from '#features/identity/contract.ts';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { mailFailures, mailStates } from '#kit/mail.ts';
import { pageOf, pageQuery } from '#kit/page.ts';
import { roles } from '#kit/role.ts';
import { invitationStates } from './invitation.ts';
import { maxInviteeLength, maxInvitees } from './invitees.ts';

const role = z.enum(roles);

const invitation = z.object({
  id: id<'invitation'>(),
  email: z.string(),
  role,
  state: z.enum(invitationStates),
  /** Null: the hub's operator, by the command line. */
  invitedBy: z.nullable(z.string()),
  createdAt: instant,
  expiresAt: instant,
  mail: z.enum(mailStates),
  /** With `queued`: why the last attempt failed. */
  mailFailure: z.nullable(z.enum(mailFailures)),
  /** When the mail was queued, sent or given up. */
  mailAt: z.nullable(instant),
});
export type Invitation = z.output<typeof invitation>;

/** To be passed on by you, who invited, while it is open and no mail carries it; null else. */
const link = z.nullable(z.string());

const listedInvitation = z.object({ ...invitation.shape, link });
export type ListedInvitation = z.output<typeof listedInvitation>;

export const invitationSent = z.object({
  invitation,
  /** `not-configured`: the admin passes `link` on. */
  mail: z.enum(['queued', 'not-configured']),
  link,
});
export type InvitationSent = z.output<typeof invitationSent>;

/**
 * `replaced`: an invitation to the address was open, and its link is dead. `repeated`: the address
 * stands further up in the same call.
 */
export const inviteOutcomes = ['invited', 'replaced', 'member', 'repeated', 'invalid'] as const;
export type InviteOutcome = (typeof inviteOutcomes)[number];

const invitedMany = z.object({
  results: z.array(
    z.object({
      /** As it was sent where it is `invalid`, else as it is kept. */
      email: z.string(),
      outcome: z.enum(inviteOutcomes),
      invitationId: z.nullable(id<'invitation'>()),
    }),
  ),
  mail: z.enum(['queued', 'not-configured']),
});
export type InvitedMany = z.output<typeof invitedMany>;

const tag = 'Invitations';

export const invitationCalls = {
  /** 409 `already_member` when an active member of the chapter has the address. */
  invite: endpoint({
    method: 'POST',
    path: '/invitations',
    tag,
    summary: 'Invite someone to the chapter; replaces an open invitation to the same address',
    policy: 'admin',
    body: z.strictObject({ email, role: z._default(role, 'member') }),
    reply: invitationSent,
  }),
  /**
   * All who can be invited are; of the others each says why not. Links are in the list, so that the
   * reply may be kept for a repeated request.
   */
  inviteMany: endpoint({
    method: 'POST',
    path: '/invitations/many',
    tag,
    summary: 'Invite up to 200 addresses at once; reports the outcome for each',
    policy: 'admin',
    body: z.strictObject({
      invitees: z
        .array(
          z.strictObject({
            email: z.string().check(z.maxLength(maxInviteeLength)),
            role: z._default(role, 'member'),
          }),
        )
        .check(z.minLength(1), z.maxLength(maxInvitees)),
    }),
    reply: invitedMany,
  }),
  list: endpoint({
    method: 'GET',
    path: '/invitations',
    tag,
    summary: "List the chapter's invitations, newest first",
    policy: 'admin',
    query: z.strictObject(pageQuery(40)),
    reply: pageOf(listedInvitation),
  }),
  /**
   * Of an open or expired one. 409 `invitation_closed` for one revoked or accepted, 409
   * `already_member` when the address belongs to a member meanwhile.
   */
  resend: endpoint({
    method: 'POST',
    path: '/invitations/{invitationId}/resend',
    tag,
    summary:
      'Resend an invitation with a new link valid for seven days; the old link stops working',
    policy: 'admin',
    params: z.strictObject({ invitationId: id<'invitation'>() }),
    reply: invitation,
    status: 200,
  }),
  /** 409 `invitation_accepted` once somebody joined with it; 204 when already revoked. */
  revoke: endpoint({
    method: 'DELETE',
    path: '/invitations/{invitationId}',
    tag,
    summary: 'Revoke an invitation; its link stops working at once',
    policy: 'admin',
    params: z.strictObject({ invitationId: id<'invitation'>() }),
  }),
};
