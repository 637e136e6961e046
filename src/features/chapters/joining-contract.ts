/** Accepting invitations and setting up the installation. Separate because few visitors need it. */
import * as z from 'zod/mini';
import {
  email,
  knownPassword,
  linkToken,
  newPassword,
  role,
  signedInView,
} from '#features/identity/contract.ts';
import { instant, timeZone } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { lineRules } from '#kit/line.ts';
import { chapterPolicies, eventPolicies } from '#kit/role.ts';
import { requiredText } from '#kit/text.ts';

const firstName = requiredText(100).check(...lineRules);
const lastName = requiredText(100).check(...lineRules);

const invitationPreview = z.object({
  chapterName: z.string(),
  email: z.string(),
  role,
  expiresAt: instant,
  /**
   * If true, accept with the account's password; if false, choose a name and a password. Null if the
   * link was not emailed: anyone who has it may not own the address.
   */
  hasAccount: z.nullable(z.boolean()),
  /** False for an account that only signs in with the OIDC provider; true if not known. */
  hasPassword: z.boolean(),
  /** The OIDC provider, as an alternative to a password. */
  hostedName: z.nullable(z.string()),
});
export type InvitationPreview = z.output<typeof invitationPreview>;

const tag = 'Identity';

export const joiningCalls = {
  /**
   * 404 `invitation_unusable` for an unknown, used, revoked or expired link; 404 `chapter_moved`, with the new
   * address in `details`, if its chapter has moved to another server.
   */
  previewInvitation: endpoint({
    method: 'POST',
    path: '/auth/invitation/look',
    tag,
    summary: 'Preview an invitation',
    policy: 'anyone',
    body: z.strictObject({ token: linkToken }),
    reply: invitationPreview,
    status: 200,
  }),
  /**
   * New people send names and a new password, people with an account only its password (otherwise
   * 401 `wrong_credentials`). 404 `invitation_unusable` as above, also for the slower of two.
   */
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/auth/invitation/accept',
    tag,
    summary: 'Join the chapter with an invitation link; signs you in',
    policy: 'anyone',
    isPasswordAttempt: true,
    body: z.strictObject({
      token: linkToken,
      password: knownPassword,
      firstName: z.optional(firstName),
      lastName: z.optional(lastName),
    }),
    reply: signedInView,
  }),
  /** 404 `set_up_unusable` for a wrong or expired token, and once a chapter exists. */
  setUp: endpoint({
    method: 'POST',
    path: '/setup',
    tag,
    summary: 'Create the first chapter and its first admin with the one-time setup link',
    policy: 'anyone',
    isPasswordAttempt: true,
    body: z.strictObject({
      token: linkToken,
      email,
      password: newPassword,
      firstName,
      lastName,
      chapterName: z.optional(requiredText(100).check(...lineRules)),
      timeZone: z.optional(timeZone),
      /** By default `open`. */
      policy: z.optional(z.enum(chapterPolicies)),
      /** By default `open`. */
      eventPolicy: z.optional(z.enum(eventPolicies)),
      /** By default false. */
      membersSeeWallets: z.optional(z.boolean()),
    }),
    reply: signedInView,
  }),
};
