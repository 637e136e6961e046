/** Inviting people. Separate because only the admins' screens need it. */
import * as z from 'zod/mini';
import { email } from '#features/identity/contract.ts';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { mailFailures, mailStates } from '#kit/mail.ts';
import { paged, pageQuery } from '#kit/page.ts';
import { roles } from '#kit/role.ts';
import { invitationStates } from './invitation.ts';
import { maxInviteeLength, maxInvitees } from './invitees.ts';

const role = z.enum(roles);

const invitation = z.object({
  id: id<'invitation'>(),
  email: z.string(),
  role,
  state: z.enum(invitationStates),
  /** Null for the operator's command line. */
  invitedBy: z.nullable(z.string()),
  createdAt: instant,
  expiresAt: instant,
  mail: z.enum(mailStates),
  /** With `queued`: why the last attempt failed. */
  mailFailure: z.nullable(z.enum(mailFailures)),
  /** When the mail was queued, sent or abandoned. */
  mailAt: z.nullable(instant),
});
export type Invitation = z.output<typeof invitation>;

/** For the inviter to pass on while the invitation is open and not mailed; otherwise null. */
const link = z.nullable(z.string());

const listedInvitation = z.object({ ...invitation.shape, link });
export type ListedInvitation = z.output<typeof listedInvitation>;

export const sentInvitation = z.object({
  invitation,
  /** `not-configured` if the admin has to pass on `link`. */
  mail: z.enum(['queued', 'not-configured']),
  link,
});
export type SentInvitation = z.output<typeof sentInvitation>;

/**
 * `replaced`: an open invitation to the address was revoked. `repeated`: the address appears
 * earlier in the same call.
 */
const inviteOutcomes = ['invited', 'replaced', 'member', 'repeated', 'invalid'] as const;
export type InviteOutcome = (typeof inviteOutcomes)[number];

const invitedManyReply = z.object({
  results: z.array(
    z.object({
      /** As sent if `invalid`, otherwise as stored. */
      email: z.string(),
      outcome: z.enum(inviteOutcomes),
      invitationId: z.nullable(id<'invitation'>()),
    }),
  ),
  mail: z.enum(['queued', 'not-configured']),
});
export type InvitedMany = z.output<typeof invitedManyReply>;

const tag = 'Invitations';

export const invitationCalls = {
  addresses: endpoint({
    method: 'GET',
    path: '/invitations/addresses',
    tag,
    summary:
      'List the addresses of members that admins may see: who has joined, and who has not yet',
    policy: 'admin',
    reply: z.object({
      /** Cannot be invited. In lower case. */
      joined: z.array(z.string()),
      /** Active members without an account, such as imported ones. */
      notJoined: z.array(z.string()),
    }),
  }),
  /** 409 `already_member` if an active member of the chapter has the address. */
  invite: endpoint({
    method: 'POST',
    path: '/invitations',
    tag,
    summary: 'Invite someone to the chapter; replaces an open invitation to the same address',
    policy: 'admin',
    body: z.strictObject({ email, role: z._default(role, 'member') }),
    reply: sentInvitation,
  }),
  /**
   * Invites all who can be invited and reports why others cannot. Links are not in the reply, so
   * that it can be stored for repeated requests.
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
    reply: invitedManyReply,
    maxBodyBytes: 640 * 1024,
  }),
  list: endpoint({
    method: 'GET',
    path: '/invitations',
    tag,
    summary: "List the chapter's invitations, newest first",
    policy: 'admin',
    query: z.strictObject(pageQuery(40)),
    reply: paged(listedInvitation),
  }),
  /**
   * For an open or expired invitation. 409 `invitation_closed` if revoked or accepted, 409
   * `already_member` if the address belongs to a member by now.
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
  /** 409 `invitation_accepted` once someone joined with it; 204 if already revoked. */
  revoke: endpoint({
    method: 'DELETE',
    path: '/invitations/{invitationId}',
    tag,
    summary: 'Revoke an invitation; its link stops working at once',
    policy: 'admin',
    params: z.strictObject({ invitationId: id<'invitation'>() }),
  }),
};
