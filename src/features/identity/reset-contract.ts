/** Resetting a forgotten password. Separate from contract.ts because only one screen needs it. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { email, newPassword } from './contract.ts';

const token = z.string().check(z.minLength(1), z.maxLength(200));
const tag = 'Identity';

export const resetCalls = {
  /** Without email, the operator uses `hub reset-password`. */
  offer: endpoint({
    method: 'GET',
    path: '/auth/password-reset',
    tag,
    summary: 'Whether password resets by email are available',
    policy: 'anyone',
    reply: z.object({ isByMail: z.boolean() }),
  }),
  /**
   * The reply and its timing do not reveal whether the address has an account. A newer request
   * replaces an older one. 409 `no_mail` if the server sends no email.
   */
  request: endpoint({
    method: 'POST',
    path: '/auth/password-reset',
    tag,
    summary: 'Request a password reset link by email',
    policy: 'anyone',
    sendsMail: true,
    body: z.strictObject({ email }),
  }),
  /** 404 `reset_unusable` for an unknown, used, replaced or expired link. */
  preview: endpoint({
    method: 'POST',
    path: '/auth/password-reset/look',
    tag,
    summary: 'Whose password a reset link is for',
    policy: 'anyone',
    body: z.strictObject({ token }),
    reply: z.object({ email: z.string() }),
    status: 200,
  }),
  /** 404 `reset_unusable` as above. Ends every session of the account and does not sign in. */
  reset: endpoint({
    method: 'POST',
    path: '/auth/password-reset/finish',
    tag,
    summary: 'Reset your password with an emailed link; ends all your sessions',
    policy: 'anyone',
    isPasswordAttempt: true,
    body: z.strictObject({ token, newPassword }),
  }),
};
