/** What links in mails and on the console lead to: apart, because few ever follow one. */
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
import { requiredText } from '#kit/text.ts';

const firstName = requiredText(100);
const lastName = requiredText(100);

const invitationLook = z.object({
  chapterName: z.string(),
  email: z.string(),
  role,
  expiresAt: instant,
  /** True: accept with the account's own password. False: choose a name and a password. */
  hasAccount: z.boolean(),
  /** False for an account that only the hosted provider signs in to. */
  hasPassword: z.boolean(),
  /** The hosted provider that can be joined with instead. */
  hostedName: z.nullable(z.string()),
});
export type InvitationLook = z.output<typeof invitationLook>;

const tag = 'Identity';

export const joiningCalls = {
  /** 404 `invitation_unusable` for a link that is unknown, used, revoked or expired. */
  lookAtInvitation: endpoint({
    method: 'POST',
    path: '/auth/invitation/look',
    tag,
    summary: 'Preview an invitation',
    policy: 'anyone',
    body: z.strictObject({ token: linkToken }),
    reply: invitationLook,
    status: 200,
  }),
  /**
   * A new person sends names and a chosen password, somebody with an account its password alone
   * (401 `wrong_credentials` else). 404 `invitation_unusable` as above, also for the slower of two.
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
      chapterName: z.optional(requiredText(100)),
      timeZone: z.optional(timeZone),
    }),
    reply: signedInView,
  }),
};
