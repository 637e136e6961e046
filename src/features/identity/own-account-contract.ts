/** What people do to their own account: apart, because only one screen needs it. */
import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { textLike } from '#kit/text.ts';
import { knownPassword, newPassword } from './contract.ts';

const ownSession = z.object({
  id: z.string(),
  /** As the browser named itself when it signed in. */
  userAgent: z.string(),
  createdAt: instant,
  /** Told to the hour. */
  lastUsedAt: instant,
  isThis: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

const tag = 'Identity';

/** How long after signing in one may choose a first password: there is none to ask for. */
export const freshSignIn = Temporal.Duration.from({ minutes: 10 });

export const ownAccountCalls = {
  /**
   * 422 `wrong_password` when the current one is wrong. Every other session of the account ends.
   * Repeating it is harmless: the current password is another one then.
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
   * For an account that only signs in by a hosted provider, within ten minutes after it did: 403
   * `sign_in_again`. 409 `has_password`, also when it is repeated. Every other session ends.
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
  /** 404 for one that is not yours, or over. */
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
