/** Sign-in with the OIDC provider. Separate from contract.ts because few screens need it. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { linkToken, signedInView } from './contract.ts';
import { proof } from './factor-contract.ts';

/** A path of this app only: excludes `//host`, `/\host` and anything that disguises them. */
export const localPath = z
  .string()
  .check(z.maxLength(1_000), z.regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u, 'Must be a path of this app'));

const redirectReply = z.object({
  /** The provider's authorization URL. */
  url: z.string(),
});

const connection = z.object({
  /** The provider's name; null if none is configured. */
  provider: z.nullable(z.string()),
  isConnected: z.boolean(),
  hasPassword: z.boolean(),
  /** Signed in recently enough to set a first password. */
  isFresh: z.boolean(),
});
export type OidcConnection = z.output<typeof connection>;

const tag = 'Identity';

export const oidcCalls = {
  /**
   * Stores the state of the sign-in in a cookie for ten minutes. 404 `hosted_not_configured`; 503
   * `provider_unavailable` while the provider does not respond.
   */
  begin: endpoint({
    method: 'POST',
    path: '/auth/hosted/begin',
    tag,
    summary: 'Start signing in, or joining, with the sign-in provider',
    policy: 'anyone',
    body: z.strictObject({
      /** The path to open afterwards. */
      returnTo: z._default(localPath, '/'),
      /** Token of the invitation to accept. */
      invitation: z.optional(linkToken),
    }),
    reply: redirectReply,
    status: 200,
  }),
  /**
   * 401 `hosted_not_begun` if this browser did not start the sign-in, `hosted_denied` if the
   * provider denied it, `hosted_failed` if the response cannot be trusted. 403 `email_unverified`
   * and `account_disabled`; 409 `account_exists` if another account has the address,
   * `wrong_invitation` if the invitation was sent to a different address.
   */
  finish: endpoint({
    method: 'POST',
    path: '/auth/hosted/finish',
    tag,
    summary: "Finish signing in, joining, or connecting with the sign-in provider's response",
    policy: 'anyone',
    isPasswordAttempt: true,
    body: z.strictObject({
      /** The query string of the redirect, unchanged. */
      answer: z.string().check(z.maxLength(8_000)),
    }),
    reply: z.object({ session: signedInView, returnTo: z.string() }),
    status: 200,
  }),
  connection: endpoint({
    method: 'GET',
    path: '/auth/hosted/connection',
    tag,
    summary: 'Whether your account is connected to the sign-in provider',
    policy: 'signed-in',
    reply: connection,
  }),
  /**
   * 422 `wrong_password`, `code_required`, `wrong_code`. `finish` connects the accounts after the
   * sign-in at the provider.
   */
  connect: endpoint({
    method: 'POST',
    path: '/auth/hosted/connect',
    tag,
    summary: 'Start connecting your account to the sign-in provider',
    policy: 'signed-in',
    credential: 'cookie',
    isPasswordAttempt: true,
    body: proof,
    reply: redirectReply,
    status: 200,
  }),
  /** 409 `only_sign_in` for an account without a password. */
  disconnect: endpoint({
    method: 'DELETE',
    path: '/auth/hosted/connection',
    tag,
    summary: 'Disconnect your account from the sign-in provider',
    policy: 'signed-in',
  }),
};
