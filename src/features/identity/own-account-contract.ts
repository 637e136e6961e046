/** Managing one's own account. Separate from contract.ts because only one screen needs it. */
import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { textLike } from '#kit/text.ts';
import { knownPassword, newPassword } from './contract.ts';

const ownSession = z.object({
  id: z.string(),
  /** The user agent at sign-in. */
  userAgent: z.string(),
  createdAt: instant,
  /** Accurate to the hour. */
  lastUsedAt: instant,
  isThis: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

const tag = 'Identity';

/** How long after signing in a first password may be set: there is no current one to ask for. */
export const freshSignIn = Temporal.Duration.from({ minutes: 10 });

export const ownAccountCalls = {
  /**
   * 422 `wrong_password` if the current one is wrong. Ends every other session of the account.
   * Repeating it is harmless: the current password no longer matches.
   */
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/password',
    tag,
    summary: 'Change your password; ends your other sessions',
    policy: 'signed-in',
    isPasswordAttempt: true,
    body: z.strictObject({ currentPassword: knownPassword, newPassword }),
  }),
  /**
   * For accounts that only sign in with the OIDC provider, within ten minutes of signing in: 403
   * `sign_in_again`. 409 `has_password`, also when repeated. Ends every other session.
   */
  chooseFirstPassword: endpoint({
    method: 'POST',
    path: '/auth/password/first',
    tag,
    summary: 'Set a password if you have none; ends your other sessions',
    policy: 'signed-in',
    isPasswordAttempt: true,
    body: z.strictObject({ newPassword }),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    tag,
    summary: 'List your sessions, most recently used first',
    policy: 'signed-in',
    reply: z.object({ items: z.array(ownSession) }),
  }),
  /** 404 for someone else's session and for one that has ended. */
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/{sessionId}',
    tag,
    summary: 'End one of your sessions and its tokens immediately',
    policy: 'signed-in',
    params: z.strictObject({ sessionId: textLike(/^[\w-]{1,100}$/) }),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/auth/sessions',
    tag,
    summary: 'End all your sessions except this one',
    policy: 'signed-in',
    reply: z.object({ ended: z.int() }),
  }),
};
